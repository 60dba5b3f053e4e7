import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/context";
import { record } from "@/lib/domain/ledger";
import { assertMay } from "@/lib/domain/people";
import { clock } from "@/lib/platform/clock";
import { inTransaction, pool } from "@/lib/platform/db";
import { AppError, Conflict } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { newAttestationLink } from "./attestation-links";
import { pathOf, SESSION_MS, type UploadPath } from "./labels";
import { presentSession } from "./present";
import type { CreateUploadSession, UploadSession } from "./schemas";

/**
 * Create a session for a creator of the partner's to attest on our page. Every call creates one. Contract: Upload sessions,
 * create. Throws 409 `uploader_not_solo_active`, the same for an unknown creator and one who isn't active,
 * `Conflict` `collab_scenes_not_available_on_platform_pays`, and `Forbidden` for a member of the team who may not.
 */
export async function createUploadSession(
  ctx: Ctx<PartnerKeyActor | PortalUserActor>,
  input: CreateUploadSession,
): Promise<UploadSession> {
  const { partnerId } = ctx.actor;
  // A program may with its key alone.
  if (ctx.actor.kind === "portal_user") {
    await inTransaction((tx) => assertMay(tx, ctx, { partnerId, to: "manage_integration" }));
  }
  const { uploaderExternalUserId, callbackUrl, redirectUrl, shootDate, ...content } = input;
  const path = pathOf(content.detectedFaceCount);
  const accountId = await getUploaderId({ partnerId, uploaderExternalUserId, path });
  const [id, createdAt] = [newId(), clock.now()];
  const { url, ...link } = newAttestationLink(id);
  const session = {
    id,
    partnerId,
    accountId,
    path,
    ...content,
    callbackUrl,
    redirectUrl,
    shootDate,
    ...link,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + SESSION_MS),
  };
  await inTransaction(async (tx) => {
    await tx.uploadSession.create({ data: session });
    const subject = { kind: "upload_session", id } as const;
    record(tx, { ctx, action: "upload_session.created", subject, detail: { accountId } });
  });
  return presentSession({ ...session, completedAt: null }, url);
}

type UploaderRow = { id: string; isActive: boolean; mayCollab: boolean };

const FIND_UPLOADER = `
  SELECT a.id, a.status = 'active' AND a.user_id IS NOT NULL AS "isActive",
         a.funded_by = 'creator' OR p.collab_scenes AS "mayCollab"
  FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
  WHERE a.partner_id = $1 AND a.external_user_id = $2`;

type Wanted = { partnerId: string; uploaderExternalUserId: string; path: UploadPath };

/** The account of the uploader, if they may upload. */
async function getUploaderId({ partnerId, uploaderExternalUserId, path }: Wanted): Promise<string> {
  const { rows } = await pool().query<UploaderRow>({
    name: "find_session_uploader",
    text: FIND_UPLOADER,
    values: [partnerId, uploaderExternalUserId],
  });
  const [uploader] = rows;
  if (!uploader?.isActive) {
    throw new AppError(409, "The uploader has no active solo account", {
      code: "uploader_not_solo_active",
      field: "uploaderExternalUserId",
    });
  }
  if (path === "collab" && !uploader.mayCollab) {
    throw new Conflict(
      "collab_scenes_not_available_on_platform_pays",
      "Collab scenes are not available for creators that you pay for",
    );
  }
  return uploader.id;
}
