import { z } from "zod";
import { DAY_MS } from "@/lib/platform/duration";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeOut } from "@/lib/platform/wire";

const TEXT_MAX = 2048;

const text = z
  .string()
  .trim()
  .max(TEXT_MAX)
  .refine((sent) => !findUnstorableText(sent))
  .optional()
  .catch(undefined);

// The day as a date field sends it.
const day = z.iso
  .date()
  .refine((sent) => sent >= "0001-01-01" && sent < "9999-12-31")
  .optional()
  .catch(undefined);

/** A copy's status. `late`: declared, and its first upload URL has expired. */
export const CopyStatus = z.enum(["stored", "pending", "late", "missing"]);
export type CopyStatus = z.infer<typeof CopyStatus>;

/** The content list's filters in the URL. Values that can't be read are ignored. */
export const ContentFilters = z.object({
  /** Words of a title, URL or content id; or a full URL, SHA-256 or id. */
  q: text,
  /** A creator: the partner's user id, the provisioned email or the account id, in full. */
  creator: text,
  copy: CopyStatus.optional().catch(undefined),
  removed: z.enum(["yes", "no"]).optional().catch(undefined),
  /** The first and the last day of production, in UTC. */
  from: day,
  to: day,
});
export type ContentFilters = z.output<typeof ContentFilters>;
/** The production times of a filter: from the first, before the second. */
export const productionRange = ({ from, to }: Pick<ContentFilters, "from" | "to">) => ({
  from: from ? new Date(from) : undefined,
  to: to ? new Date(new Date(to).getTime() + DAY_MS) : undefined,
});

/** The names of the filters in the URL. */
export const CONTENT_FILTERS = ContentFilters.keyof().options;

export const ContentPageQuery = ContentFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type ContentPageQuery = z.output<typeof ContentPageQuery>;

/** One depiction in the partner's list. Nothing about the person. */
export const ContentRow = z.object({
  id: z.string(),
  title: z.string(),
  contentUrl: z.string(),
  externalContentId: z.string().nullable(),
  creator: z.object({ accountId: z.string(), externalUserId: z.string() }),
  copy: CopyStatus,
  productionDate: dateTimeOut,
  createdAt: dateTimeOut,
  /** Who took it down, as text, and why. */
  removal: z.object({ at: dateTimeOut, by: z.string(), reason: z.string() }).nullable(),
});
export type ContentRow = z.infer<typeof ContentRow>;

export const ContentPage = z.object({
  rows: z.array(ContentRow),
  newer: z.string().nullable(),
  older: z.string().nullable(),
  /** How far the search got, if the page is short but the list may continue. */
  lookedThrough: dateTimeOut.nullable(),
});
export type ContentPage = z.infer<typeof ContentPage>;
