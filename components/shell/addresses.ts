import { type ListAddress, listHref } from "@/components/lists/list-address";
import type { TakedownRow } from "@/lib/domain/removals";

// Where each subject's pages are.

export const PRODUCTIONS_PATH = "/portal/productions";
export const NEW_PRODUCTION_PATH = `${PRODUCTIONS_PATH}/new`;
export const PRODUCERS_PATH = `${PRODUCTIONS_PATH}/producers`;
/** The partner's verification jobs. */
export const JOBS_PATH = `${PRODUCTIONS_PATH}/jobs`;
export const productionHref = ({ id }: { id: string }): string => `${PRODUCTIONS_PATH}/${id}`;

/** Where depictions of the partner's content log are added to a production. */
export const addDepictionsHref = (production: { id: string }): string => `${productionHref(production)}/depictions`;

/** Where one of the partner's greenlit scenes is added to a production. */
export const addScenesHref = (production: { id: string }): string => `${productionHref(production)}/scenes`;

export const NEW_JOB_PATH = `${JOBS_PATH}/new`;

/** The form that starts a job, for this production if given. */
export const newJobHref = (production?: { id: string }): string =>
  listHref(NEW_JOB_PATH, { production: production?.id });

export const jobHref = ({ id }: { id: string }): string => `${JOBS_PATH}/${id}`;

export const SCENES_PATH = "/portal/scenes";
export const sceneHref = ({ id }: { id: string }): string => `${SCENES_PATH}/${id}`;

/** Other partners' scenes that the partner extended. */
export const EXTENDED_SCENES_PATH = `${SCENES_PATH}/extended`;
export const extendedSceneHref = ({ sceneId }: { sceneId: string }): string => `${EXTENDED_SCENES_PATH}/${sceneId}`;

export const SESSIONS_PATH = "/portal/sessions";
export const sessionHref = ({ id }: { id: string }): string => `${SESSIONS_PATH}/${id}`;

/** The form that creates a session, for this creator if given. */
export const newSessionHref = (accountId?: string): string => listHref(`${SESSIONS_PATH}/new`, { creator: accountId });

export const CONTENT_PATH = "/portal/content";

export const EVENTS_PATH = "/portal/events";

/** The events about one object. */
export const eventsAbout = (object: string): string => listHref(EVENTS_PATH, { object });

/** The events that a call caused. */
export const eventsOfCall = (requestId: string): string => listHref(EVENTS_PATH, { request: requestId });

export const CALLS_PATH = "/portal/requests";

/** A logged call, opened. */
export const callHref = ({ id }: { id: string }): string => listHref(CALLS_PATH, { request: id, open: id });

export const CREATORS_PATH = "/portal/creators";
export const changeHref = ({ id }: { id: string }): string => `${CREATORS_PATH}/changes/${id}`;

/** Removal requests, for custodians. */
export const REQUESTS_PATH = "/custodian/removals";
export const REQUEST_REPORTS_PATH = `${REQUESTS_PATH}/reports`;

/** The queue's URL with these filters and cursor. */
export const requestsHref = (query: ListAddress): string => listHref(REQUESTS_PATH, query);

/**
 * A request's page, with one of its records, or all that look like it, and one form of the decision opened. `done` and `did`: what was
 * done to one record or several. `from`: the request that was left for it.
 */
export const requestHref = (
  { id }: { id: string },
  open: { item?: string; all?: "1" | undefined; act?: string; done?: string; did?: string; from?: string } = {},
): string => listHref(`${REQUESTS_PATH}/${id}`, open);

/** Sources of hashes that others share, and what they matched, for custodians. */
export const EXCHANGE_PATH = "/custodian/exchange";
export const NEW_SOURCE_PATH = `${EXCHANGE_PATH}/new`;
export const sourceHref = ({ id }: { id: string }): string => `${EXCHANGE_PATH}/${id}`;

export const TAKEDOWNS_PATH = "/portal/takedowns";
export const TAKEDOWN_REPORTS_PATH = `${TAKEDOWNS_PATH}/reports`;
export const DEADLINE_REHEARSALS_PATH = `${TAKEDOWNS_PATH}/rehearsals`;
export const takedownsHref = (query: ListAddress): string => listHref(TAKEDOWNS_PATH, query);

export const takedownHref = ({ id }: { id: string }): string => `${TAKEDOWNS_PATH}/${id}`;

/** The page of the record that a takedown is about; null if it was erased. */
export function recordHref({ depictionId, productionId, sceneId, isOwnScene, url }: TakedownRow): string | null {
  if (productionId) return productionHref({ id: productionId });
  if (depictionId) return url && `${CONTENT_PATH}/${depictionId}`;
  return sceneId && (isOwnScene ? sceneHref({ id: sceneId }) : extendedSceneHref({ sceneId }));
}
