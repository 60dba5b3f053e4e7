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

/** Where a copy stands: `late` is declared, and the first URL for its upload has ended. */
export const CopyStatus = z.enum(["stored", "pending", "late", "missing"]);
export type CopyStatus = z.infer<typeof CopyStatus>;

/** What the content list can be narrowed by, as it stands in the page's address. What is not understood is left out. */
export const ContentFilters = z.object({
  /** Words of a title, a URL or a content id; or a whole URL, SHA-256 or id of ours. */
  q: text,
  /** A creator: the partner's own user id, the email it provisioned, or the account id. Whole. */
  creator: text,
  copy: CopyStatus.optional().catch(undefined),
  removed: z.enum(["yes", "no"]).optional().catch(undefined),
  /** The first and the last day of production, in UTC. */
  from: day,
  to: day,
});
export type ContentFilters = z.output<typeof ContentFilters>;
/** The moments of production that a list is narrowed by: from the first, and before the second. */
export const productionRange = ({ from, to }: Pick<ContentFilters, "from" | "to">) => ({
  from: from ? new Date(from) : undefined,
  to: to ? new Date(new Date(to).getTime() + DAY_MS) : undefined,
});

/** The names that the filters have in the address. */
export const CONTENT_FILTERS = ContentFilters.keyof().options;

export const ContentPageQuery = ContentFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type ContentPageQuery = z.output<typeof ContentPageQuery>;

/** One depiction in the partner's list: what it sent, and what became of it. Nothing about the person. */
export const ContentRow = z.object({
  id: z.string(),
  title: z.string(),
  contentUrl: z.string(),
  externalContentId: z.string().nullable(),
  creator: z.object({ accountId: z.string(), externalUserId: z.string() }),
  copy: CopyStatus,
  productionDate: dateTimeOut,
  createdAt: dateTimeOut,
  /** Who took it down, in words, and why. */
  removal: z.object({ at: dateTimeOut, by: z.string(), reason: z.string() }).nullable(),
});
export type ContentRow = z.infer<typeof ContentRow>;

export const ContentPage = z.object({
  rows: z.array(ContentRow),
  newer: z.string().nullable(),
  older: z.string().nullable(),
  /** Up to where it was looked, when the page is short though the list may go on. */
  lookedThrough: dateTimeOut.nullable(),
});
export type ContentPage = z.infer<typeof ContentPage>;
