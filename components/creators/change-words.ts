import type { ChangeKind, ChangeState } from "@/lib/domain/roster/schemas";

const RUNNING: Record<ChangeKind, string> = { deactivate: "Deactivating", reactivate: "Reactivating" };
const DONE: Record<ChangeKind, string> = { deactivate: "Deactivated", reactivate: "Reactivated" };

/** What a change is doing, or did. */
export const changeInWords = ({ kind, finishedAt }: ChangeState): string => (finishedAt ? DONE : RUNNING)[kind];

export const changeHref = ({ id }: { id: string }): string => `/portal/creators/changes/${id}`;
