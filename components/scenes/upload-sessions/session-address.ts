import { listHref } from "@/components/lists/list-address";
import type { SessionPageQuery } from "@/lib/domain/scenes/upload-sessions/portal/schemas";

export const SESSIONS_PATH = "/portal/sessions";

export const sessionsHref = (query: SessionPageQuery): string => listHref(SESSIONS_PATH, query);

export const sessionHref = ({ id }: { id: string }): string => `${SESSIONS_PATH}/${id}`;

/** The form that creates a session, for this creator if given. */
export const newSessionHref = (accountId?: string): string => listHref(`${SESSIONS_PATH}/new`, { creator: accountId });
