import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertMay } from "@/lib/domain/parties/people";
import { requireMayUpload, UPLOADER_FACTS, type UploaderFacts } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, rows } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { pathOf, SESSION_MS, type UploadPath } from "./labels";
import { newAttestationLink, presentSession } from "./queries";
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
  const { uploaderExternalUserId, callbackUrl, redirectUrl, shootDate, requiredConsents, ...content } = input;
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
    ...(path === "collab" && requiredConsents && { needs: requiredConsents }),
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

type Wanted = { partnerId: string; uploaderExternalUserId: string; path: UploadPath };

/** The account of the uploader, if they may upload. */
async function getUploaderId({ partnerId, uploaderExternalUserId, path }: Wanted): Promise<string> {
  const found = await rows<UploaderFacts & { id: string }>(
    Prisma.sql`
    SELECT a.id, ${UPLOADER_FACTS} FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
    WHERE a.partner_id = ${partnerId} AND a.external_user_id = ${uploaderExternalUserId}`,
    { name: "find_session_uploader" },
  );
  const call = { isCollab: path === "collab", refuseWith: 409, field: "uploaderExternalUserId" } as const;
  return requireMayUpload(found[0], call).id;
}
