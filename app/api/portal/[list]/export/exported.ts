import { z } from "zod";
import { requestList } from "@/lib/api/request-log/list-requests";
import { rosterList } from "@/lib/domain/accounts/roster";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { teamAuditList } from "@/lib/domain/events/changes";
import type { Capability } from "@/lib/domain/parties/people";
import { productionList } from "@/lib/domain/productions";
import { jobList } from "@/lib/domain/productions/verification-jobs";
import { gapList } from "@/lib/domain/readiness";
import { contentList } from "@/lib/domain/records/content";
import { takedownList } from "@/lib/domain/removals";
import { sceneList } from "@/lib/domain/scenes";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";

/** Each list has filters of its own. */
type Exported = {
  names: readonly string[];
  csv: { file: string };
  Filters: z.ZodType<never>;
  export: (ctx: Ctx<PortalUserActor>, filters: never) => Promise<ReadableStream<Uint8Array>>;
};

/** The lists that the partner's team can export, by their names in the route. */
export const EXPORTED = {
  audit: teamAuditList,
  content: contentList,
  creators: rosterList,
  productions: productionList,
  readiness: gapList,
  // Not `requests`, whose route for one request would answer first.
  "request-log": requestList,
  scenes: sceneList,
  sessions: sessionList,
  takedowns: takedownList,
  "verification-jobs": jobList,
};

/** The permission for a list that not everybody in the team sees. */
export const NEEDED: Readonly<Record<string, Capability>> = {
  audit: "manage_team",
  "request-log": "manage_integration",
};

const lists = new Map<string, Exported>(Object.entries(EXPORTED as object));

/** An exported list, if there is one of this name. */
export const findExported = (name: string): Exported | undefined => lists.get(name);

/** The filters of any list, as a URL has them. */
export const AnyFilters = z.object(
  Object.fromEntries([...lists.values()].flatMap(({ names }) => names).map((name) => [name, z.string().optional()])),
);
