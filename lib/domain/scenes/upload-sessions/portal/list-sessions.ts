import { findAccounts } from "@/lib/domain/accounts";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { EITHER, field, filter, partnerList, type RowIn, same } from "@/lib/domain/core/lists";
import type { SceneStatus } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { Prisma } from "@/lib/platform/db";
import { firstIdAt } from "@/lib/platform/ids";
import {
  SESSION_MS,
  sessionStatus,
  UPLOAD_PATHS,
  UPLOAD_SESSION_STATUSES,
  type UploadContentType,
  type UploadPath,
  type UploadSessionStatus,
} from "../labels";

const { sql } = Prisma;

const TEXT_MAX = 500;

/** The partner's upload sessions, newest first. Nothing about the creator but the partner's own id. */
export const sessionList = partnerList({
  // Conditions are on the session alone, so that one of its indexes serves each of them. The others are joined to the page.
  from: "upload_sessions s",
  scope: ({ actor }) => sql`s.partner_id = ${actor.partnerId}`,
  order: EITHER,
  select: {
    id: field.text("s.id"),
    accountId: field.text("s.account_id"),
    contentId: field.text("s.content_id"),
    contentTitle: field.text("s.content_title"),
    contentType: field.of<UploadContentType>("s.content_type"),
    path: field.of<UploadPath>("s.path"),
    createdAt: field.iso("s.created_at"),
    expiresAt: field.iso("s.expires_at"),
    completedAt: field.isoOrNull("s.completed_at"),
  },
  perRow: {
    join: () => sql`JOIN solo_accounts a ON a.id = page."accountId"
      LEFT JOIN collab_scenes c ON c.upload_session_id = page.id`,
    select: {
      externalUserId: field.text("a.external_user_id"),
      /** The scene that the attestation created. */
      sceneId: field.of<string | null>("c.id"),
      sceneStatus: field.of<SceneStatus | null>("c.status"),
    },
  },
  filters: {
    order: filter.order,
    q: filter.search(
      TEXT_MAX,
      (text) => sql`search_fold(s.content_title) LIKE search_pattern(${text})`,
      filter.startsWith("s.content_id"),
      ofCreator,
      filter.idStartsWith("s.id"),
    ),
    status: filter.oneOf(UPLOAD_SESSION_STATUSES, hasStatus),
    path: filter.oneOf(UPLOAD_PATHS, filter.is("s.path")),
    /** A creator: the partner's user id, the provisioned email or the account id, in full. */
    creator: filter.typed(TEXT_MAX, ofCreator),
  },
  present: (rows) => {
    const now = clock.now();
    return rows.map((row) => {
      const { completedAt, expiresAt } = row;
      const times = { completedAt: completedAt ? new Date(completedAt) : null, expiresAt: new Date(expiresAt) };
      return { ...row, status: sessionStatus(times, now) };
    });
  },
}).exported({
  file: "upload-sessions",
  action: "upload_session_list.exported",
  columns: {
    sessionId: "id",
    ...same("contentId", "contentTitle", "contentType", "path", "status"),
    uploaderAccountId: "accountId",
    uploaderExternalUserId: "externalUserId",
    ...same("createdAt", "expiresAt", "completedAt", "sceneId"),
  },
});

export type SessionRow = RowIn<typeof sessionList>;

async function ofCreator(text: string, ctx: Ctx<PortalUserActor>): Promise<Prisma.Sql> {
  const ids = (await findAccounts(ctx, text)).map(({ id }) => id);
  return sql`s.account_id = ANY (${ids}::text[])`;
}

function hasStatus(status: UploadSessionStatus): Prisma.Sql {
  if (status === "completed") return sql`s.completed_at IS NOT NULL`;
  const now = clock.now();
  if (status === "expired") return sql`s.completed_at IS NULL AND s.expires_at <= ${now}`;
  // An older one has expired, so a page need not look further back.
  const oldest = firstIdAt(new Date(now.getTime() - SESSION_MS));
  return sql`s.completed_at IS NULL AND s.expires_at > ${now} AND s.id >= ${oldest}`;
}
