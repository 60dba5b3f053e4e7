import { z } from "zod";
import { searchText } from "@/lib/platform/wire";
import { PRODUCTION_STATUSES } from "../labels";

/** The production list's filters in the URL. Values that can't be read are ignored. */
export const ProductionFilters = z.object({
  /** Part of a title, the start of a performer's email, or of a production id. */
  q: searchText(500),
  status: z.enum(PRODUCTION_STATUSES).optional().catch(undefined),
  /** Its current certificate has ended, or ends within so many days. */
  ends: z.enum(["ended", "30", "60"]).optional().catch(undefined),
});
export type ProductionFilters = z.output<typeof ProductionFilters>;
/** The names of the filters in the URL. */
export const PRODUCTION_FILTERS = ProductionFilters.keyof().options;

export const ProductionPageQuery = ProductionFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type ProductionPageQuery = z.output<typeof ProductionPageQuery>;

/** A version string that changes when a production's page would. */
export const ProductionMark = z.object({ mark: z.string() });
export type ProductionMark = z.output<typeof ProductionMark>;

export const ProductionMarkQuery = z.object({ production: z.string().max(64) });
