import { z } from "zod";
import { searchText } from "@/lib/platform/wire";
import { LEGAL_BASES } from "../labels";

/** The takedown list's filters in the URL. Values that can't be read are ignored. */
export const TakedownFilters = z.object({
  /** Part of a title, the start of a content id or of one of our ids, or a URL in full. */
  q: searchText(2048),
  /** The open ones past their deadline, or all, newest first. By default the open ones, by deadline. */
  view: z.enum(["breached", "all"]).optional().catch(undefined),
  basis: z.enum(LEGAL_BASES).optional().catch(undefined),
});
export type TakedownFilters = z.output<typeof TakedownFilters>;
/** The names of the filters in the URL. */
export const TAKEDOWN_FILTERS = TakedownFilters.keyof().options;

export const TakedownPageQuery = TakedownFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type TakedownPageQuery = z.output<typeof TakedownPageQuery>;
