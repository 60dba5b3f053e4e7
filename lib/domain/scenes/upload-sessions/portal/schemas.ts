import { z } from "zod";
import { SCENE_STATUSES } from "@/lib/domain/scenes";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { dateTimeOut } from "@/lib/platform/wire";
import { UPLOAD_CONTENT_TYPES, UPLOAD_PATHS, UPLOAD_SESSION_STATUSES } from "../labels";

const TEXT_MAX = 500;

const text = z
  .string()
  .trim()
  .max(TEXT_MAX)
  .refine((sent) => !findUnstorableText(sent))
  .optional()
  .catch(undefined);

/** The session list's filters in the URL. Values that can't be read are ignored. */
export const SessionFilters = z.object({
  /** Part of a title, the start of a content id or session id, or a creator in full. */
  q: text,
  status: z.enum(UPLOAD_SESSION_STATUSES).optional().catch(undefined),
  path: z.enum(UPLOAD_PATHS).optional().catch(undefined),
  /** A creator: the partner's user id, the provisioned email or the account id, in full. */
  creator: text,
});
export type SessionFilters = z.output<typeof SessionFilters>;
/** The names of the filters in the URL. */
export const SESSION_FILTERS = SessionFilters.keyof().options;

export const SessionPageQuery = SessionFilters.extend({ cursor: z.string().max(64).optional().catch(undefined) });
export type SessionPageQuery = z.output<typeof SessionPageQuery>;

/** One upload session in the partner's list. Nothing about the creator but the partner's own id. */
export const SessionRow = z.object({
  id: z.string(),
  contentId: z.string(),
  contentTitle: z.string(),
  contentType: z.enum(UPLOAD_CONTENT_TYPES),
  path: z.enum(UPLOAD_PATHS),
  status: z.enum(UPLOAD_SESSION_STATUSES),
  creator: z.object({ accountId: z.string(), externalUserId: z.string() }),
  createdAt: dateTimeOut,
  expiresAt: dateTimeOut,
  completedAt: dateTimeOut.nullable(),
  /** The scene that the attestation created. */
  sceneId: z.string().nullable(),
  sceneStatus: z.enum(SCENE_STATUSES).nullable(),
});
export type SessionRow = z.infer<typeof SessionRow>;

/** `newer` and `older` are cursors of the neighboring pages. Null at either end. */
export const SessionPage = z.object({
  rows: z.array(SessionRow),
  newer: z.string().nullable(),
  older: z.string().nullable(),
});
export type SessionPage = z.infer<typeof SessionPage>;
