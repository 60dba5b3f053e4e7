import type { ChangeKind, ChangeState } from "@/lib/domain/accounts/roster/schemas";

export const CREATORS_PATH = "/portal/creators";

const RUNNING: Record<ChangeKind, string> = { deactivate: "Deactivating", reactivate: "Reactivating" };
const DONE: Record<ChangeKind, string> = { deactivate: "Deactivated", reactivate: "Reactivated" };

/** A change's verb: "Deactivating" while it runs, "Deactivated" after. */
export const changeInWords = ({ kind, finishedAt }: ChangeState): string => (finishedAt ? DONE : RUNNING)[kind];

export const changeHref = ({ id }: { id: string }): string => `/portal/creators/changes/${id}`;
