import { listHref } from "@/components/lists/list-address";

export const SESSIONS_PATH = "/portal/sessions";

export const sessionHref = ({ id }: { id: string }): string => `${SESSIONS_PATH}/${id}`;

/** The form that creates a session, for this creator if given. */
export const newSessionHref = (accountId?: string): string => listHref(`${SESSIONS_PATH}/new`, { creator: accountId });
