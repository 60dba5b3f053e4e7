import { z } from "zod";
import { searchText } from "@/lib/platform/wire";
import { JOB_STATUSES } from "../labels";

/** The job list's filters in the URL. Values that can't be read are ignored. */
export const JobFilters = z.object({
  /** Part of a title, or the start of one of the partner's ids or of a performer's address. */
  q: searchText(500),
  status: z.enum(JOB_STATUSES).optional().catch(undefined),
});
export type JobFilters = z.output<typeof JobFilters>;

export const JobPageQuery = JobFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type JobPageQuery = z.output<typeof JobPageQuery>;
