import { chargeSceneFee } from "@/lib/domain/billing";
import type { Ctx, PartnerKeyActor } from "@/lib/domain/context";
import { pool } from "@/lib/platform/db";
import { AppError, Conflict, InvalidField } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { announceScene } from "./announce-scene";
import { insertScene, type Uploader } from "./insert-scene";
import { presentCreated } from "./present";
import { getScene } from "./queries";
import type { CollabSceneCreated } from "./response-schemas";
import type { CreateCollabScene } from "./schemas";

/**
 * Create a scene, charge its fee and invite its performers. Every call creates one. A fee that can't be charged doesn't stop
 * the scene. An interrupted call is finished by a job within a minute. Contract: Collab scenes, create.
 * Throws `InvalidField` for the uploader among the performers, 400 `uploader_not_solo_active`, and `Conflict`
 * `collab_scenes_not_available_on_platform_pays`.
 */
export async function createScene(ctx: Ctx<PartnerKeyActor>, input: CreateCollabScene): Promise<CollabSceneCreated> {
  const uploader = await getUploader(ctx.actor.partnerId, input);
  const scene = await insertScene(ctx, { uploader, input });
  // Nothing is charged to a card, so the scene was announced at once.
  if (uploader.payerId === null) return presentCreated(scene);
  await chargeSceneFee(ctx, scene.id);
  await announceScene(ctx, scene.id);
  return presentCreated(await getScene(scene.id));
}

type UploaderRow = {
  id: string;
  email: string;
  userId: string | null;
  isActive: boolean;
  fundedBy: "creator" | "platform";
  collabScenes: boolean;
  newPerformers: number;
};

// Counts the performers without an active account at any platform. Takes the same steps for each, known or not.
const FIND_UPLOADER = `
  SELECT a.id, a.email, a.user_id AS "userId", a.status = 'active' AS "isActive", a.funded_by::text AS "fundedBy",
         p.collab_scenes AS "collabScenes",
         (SELECT count(*)::int FROM unnest($4::text[]) AS named (email) WHERE NOT EXISTS (
            SELECT FROM users u JOIN solo_accounts s ON s.user_id = u.id
            WHERE u.email = named.email AND s.status = 'active')) AS "newPerformers"
  FROM solo_accounts a JOIN partners p ON p.id = a.partner_id
  WHERE a.partner_id = $1 AND (a.id = $2 OR a.external_user_id = $3)`;

/** The uploader, if they may upload, with what their scene costs. */
async function getUploader(partnerId: string, input: CreateCollabScene): Promise<Uploader> {
  const { uploaderAccountId, uploaderExternalUserId, performers } = input;
  const { rows } = await pool().query<UploaderRow>({
    name: "find_scene_uploader",
    text: FIND_UPLOADER,
    values: [
      partnerId,
      uploaderAccountId && isId(uploaderAccountId) ? uploaderAccountId : null,
      uploaderExternalUserId ?? null,
      performers.map(({ email }) => email),
    ],
  });
  const [account] = rows;
  const own = account ? performers.findIndex(({ email }) => email === account.email) : -1;
  if (own >= 0) throw new InvalidField(`performers.${own}.email`, "must differ from the uploader's address");
  if (!account?.isActive || account.userId === null) {
    throw new AppError(400, "The uploader has no active solo account", {
      code: "uploader_not_solo_active",
      field: uploaderAccountId === undefined ? "uploaderExternalUserId" : "uploaderAccountId",
    });
  }
  const { id, userId, email, fundedBy, collabScenes, newPerformers } = account;
  if (fundedBy === "platform" && !collabScenes) {
    throw new Conflict(
      "collab_scenes_not_available_on_platform_pays",
      "Collab scenes are not available for creators that you pay for",
    );
  }
  return { id, userId, email, payerId: fundedBy === "creator" ? userId : null, newPerformers };
}
