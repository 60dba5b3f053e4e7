import {
  CONTENT_PATH,
  CREATORS_PATH,
  EVENTS_PATH,
  JOBS_PATH,
  PRODUCTIONS_PATH,
  SCENES_PATH,
  SESSIONS_PATH,
  TAKEDOWNS_PATH,
} from "@/components/shell/addresses";
import { requestList } from "@/lib/api/request-log/list-requests";
import { rosterList } from "@/lib/domain/accounts/roster";
import type { Role } from "@/lib/domain/core/context";
import { deliveryList, eventList } from "@/lib/domain/events";
import { teamAuditList } from "@/lib/domain/events/changes";
import { type Capability, may } from "@/lib/domain/parties/people";
import { productionList } from "@/lib/domain/productions";
import { jobList } from "@/lib/domain/productions/verification-jobs";
import { gapList } from "@/lib/domain/readiness";
import { contentList } from "@/lib/domain/records/content";
import { takedownList } from "@/lib/domain/removals";
import { sceneList } from "@/lib/domain/scenes";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";

/** `to`: who sees the list, if not every reader of records. */
type SavedList = { queryOf: (query: string) => string; to?: Capability };

/** The portal's lists whose filters can be saved, by their pages. */
const LISTS = new Map<string, SavedList>([
  [CREATORS_PATH, rosterList],
  [CONTENT_PATH, contentList],
  [SCENES_PATH, sceneList],
  [PRODUCTIONS_PATH, productionList],
  [JOBS_PATH, jobList],
  [SESSIONS_PATH, sessionList],
  [TAKEDOWNS_PATH, takedownList],
  ["/portal/readiness", gapList],
  ["/portal/webhooks/deliveries", { ...deliveryList, to: "manage_integration" }],
  [EVENTS_PATH, { ...eventList, to: "manage_integration" }],
  ["/portal/requests", { ...requestList, to: "manage_integration" }],
  ["/portal/audit", { ...teamAuditList, to: "manage_team" }],
]);

const isSeen = ({ to = "read_records" }: SavedList, role: Role): boolean => may(role, to);

/** The list on a page, if the role sees it. */
export function savedListOf(path: string, role: Role): SavedList | undefined {
  const list = LISTS.get(path);
  return list && isSeen(list, role) ? list : undefined;
}

/** The pages of the lists that a role sees. */
export const savedPathsOf = (role: Role): string[] =>
  [...LISTS].flatMap(([path, list]) => (isSeen(list, role) ? [path] : []));
