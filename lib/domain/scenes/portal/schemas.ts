import { z } from "zod";
import { DAY_MS } from "@/lib/platform/duration";
import { searchText } from "@/lib/platform/wire";
import { SCENE_STATUSES } from "../labels";

// The day as a date field sends it.
const day = z.iso
  .date()
  .refine((sent) => sent >= "0001-01-01" && sent < "9999-12-31")
  .optional()
  .catch(undefined);

/** The scene list's filters in the URL. Values that can't be read are ignored. */
export const SceneFilters = z.object({
  /** Part of a title, the start of a performer's email or of the uploader's user id, or a scene id. */
  q: searchText(500),
  status: z.enum(SCENE_STATUSES).optional().catch(undefined),
  /** Still waiting, and closing within so many days. */
  closes: z.enum(["1", "3", "7"]).optional().catch(undefined),
  /** The first and the last day of creation, in UTC. */
  from: day,
  to: day,
});
export type SceneFilters = z.output<typeof SceneFilters>;
/** The names of the filters in the URL. */
export const SCENE_FILTERS = SceneFilters.keyof().options;

export const ScenePageQuery = SceneFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type ScenePageQuery = z.output<typeof ScenePageQuery>;

/** A version string that changes when a scene's page would. */
export const SceneMark = z.object({ mark: z.string() });
export type SceneMark = z.output<typeof SceneMark>;

export const SceneMarkQuery = z.object({ scene: z.string().max(64) });

/** The creation times of a filter: from the first, before the second. */
export const creationRange = ({ from, to }: Pick<SceneFilters, "from" | "to">) => ({
  from: from ? new Date(from) : undefined,
  to: to ? new Date(new Date(to).getTime() + DAY_MS) : undefined,
});
