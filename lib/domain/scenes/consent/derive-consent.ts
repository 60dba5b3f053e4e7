import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { raiseAlert } from "@/lib/domain/custody/alerts";
import { emitAll, type NewEvent } from "@/lib/domain/events";
import { isUnderAge, withReadableFacts } from "@/lib/domain/identity/id-facts";
import { lockUser } from "@/lib/domain/parties/locks";
import { queueForSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { Prisma, rowsIn, type Tx } from "@/lib/platform/db";
import { enqueue } from "@/lib/platform/jobs";
import { consentedEvent, greenlitEvents } from "../scene-events";
import { isOpen, type LockedScene, lockScenes, moveScene } from "../states";

/** The task that follows when the last performer of a verification job is verified. Productions perform it. */
export const JOB_VERIFIED_TASK = "tell_verified";

/**
 * Derive who has consented, after a signature or an approved ID: everybody who signed what the scene needs, whose ID is verified and
 * who was 18 at the shoot. The last consent greenlights the scene. Returns the events to send. Locks the scenes; changes nothing in one that is
 * decided or whose time is over. `now` is the moment of the signature or the approval: one that was in time counts, even if the last day ends meanwhile.
 * Contract: Collab scenes, states; Events, `collab_scene.performer_consented`, `collab_scene.greenlit`.
 */
export async function deriveConsent(tx: Tx, ctx: Ctx, { sceneIds, now }: Deriving): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  for (const scene of await lockScenes(tx, sceneIds)) {
    if (isOpen(scene, now)) events.push(...(await deriveScene(tx, ctx, scene, now)));
  }
  return events;
}

type Deriving = { sceneIds: readonly string[]; now: Date };

/**
 * `deriveConsent` for every scene that waits for a person's ID, and sends the events. Locks the person, then the scenes, so call it before the
 * transaction locks an account.
 */
export async function deriveConsentOfUser(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  // A signature holds this lock, too: either it sees the new identity, or we see the signature.
  await lockUser(tx, userId);
  const waiting = await tx.scenePerformer.findMany({
    where: { userId, signedAt: { not: null }, consentedAt: null, scene: { status: "pending_signatures" } },
    select: { sceneId: true },
  });
  if (waiting.length === 0) return;
  const sceneIds = waiting.map(({ sceneId }) => sceneId);
  await emitAll(tx, await deriveConsent(tx, ctx, { sceneIds, now: clock.now() }));
}

type Consenting = { id: string; email: string; registeredHere: boolean };

async function deriveScene(tx: Tx, ctx: Ctx, scene: LockedScene, now: Date): Promise<NewEvent[]> {
  // The scene is never greenlit once somebody withdrew. If the others consented still, the partner could tell who it was.
  if ((await tx.scenePerformer.count({ where: { sceneId: scene.id, withdrawnAt: { not: null } } })) > 0) return [];
  const adults = await findAdults(tx, ctx, scene, now);
  if (adults.length === 0) return [];
  const consenting = await rowsIn<Consenting>(tx)`
    UPDATE scene_performers p SET consented_at = ${now}
    WHERE p.id IN (${Prisma.join(adults)}) AND p.consented_at IS NULL AND p.refused_at IS NULL
    RETURNING p.id, p.email, p.registered_here`;
  const last = consenting.at(-1);
  if (!last) return [];
  for (const { id } of consenting) {
    // Not in the partner's history: whether the person or a custodian caused it would tell who was new.
    const subject = { kind: "scene_performer" as const, id };
    record(tx, { ctx, action: "scene_performer.consented", subject, partnerId: null });
  }
  const missing = await tx.scenePerformer.count({ where: { sceneId: scene.id, consentedAt: null } });
  const greenlitAt = missing === 0 ? await moveScene(tx, ctx, scene, { to: "greenlit", partnerId: null }) : null;
  if (greenlitAt) await indexScene(tx, { id: scene.id, greenlitAt });
  if (greenlitAt && scene.job) await enqueue(tx, JOB_VERIFIED_TASK, { sceneId: scene.id });
  return [
    ...consenting.map((performer) => consentedEvent(scene, performer, now)),
    ...(greenlitAt ? greenlitEvents(scene, last, greenlitAt) : []),
  ];
}

/**
 * Enters a scene in the cross-reference index, in the transaction of its greenlight: one entry for the uploader and for each
 * performer. Under a legal hold, the database passes it on to the entries. The account's link may have ended since the
 * creation, so the uploader is the person who attested. A job's scene has none. Contract: Collab scenes, states.
 */
export async function indexScene(tx: Tx, { id, greenlitAt }: { id: string; greenlitAt: Date }): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO scene_index_entries (scene_id, user_id, partner_id, production_date, last_changed_at)
    SELECT s.id, who.user_id, s.partner_id, coalesce(s.shoot_date, s.created_at), ${greenlitAt}
    FROM collab_scenes s CROSS JOIN LATERAL (
      SELECT t.user_id FROM attestations t WHERE t.id = s.attestation_id
      UNION SELECT p.user_id FROM scene_performers p WHERE p.scene_id = s.id
    ) AS who WHERE s.id = ${id} AND who.user_id IS NOT NULL`;
  await queueForSearch(tx, "scene", [id]);
}

type Candidate = { performerId: string; fallsShort: boolean; id: string; userId: string; facts: Uint8Array | null };

/**
 * The performers who signed what the scene needs, whose ID is verified and who were 18 when the scene was shot. Approval checks the age of today
 * only. A performer who was younger, or whose ID can't be read, never consents to this scene. Custodians get one alert for each
 * ID and reason; the partner learns nothing.
 */
async function findAdults(tx: Tx, ctx: Ctx, scene: LockedScene, now: Date): Promise<string[]> {
  const signed = await rowsIn<Candidate>(tx)`
    SELECT p.id AS performer_id, p.falls_short, c.id, c.user_id, c.facts
    FROM scene_performers p JOIN identities i ON i.user_id = p.user_id JOIN identity_checks c ON c.id = i.check_id
    WHERE p.scene_id = ${scene.id} AND p.signed_at IS NOT NULL AND p.consented_at IS NULL AND p.refused_at IS NULL
    ORDER BY p.position`;
  const shotAt = scene.shootDate ?? now;
  const adults: string[] = [];
  for (const { performerId, fallsShort, id, userId, birthDate, isUnreadable } of await withReadableFacts(tx, signed)) {
    if (birthDate && !isUnderAge(birthDate, shotAt)) adults.push(...(fallsShort ? [] : [performerId]));
    else await alertOnce(tx, ctx, { performerId, personId: userId, checkId: id, isUnreadable });
  }
  return adults;
}

type UnderAge = { performerId: string; personId: string; checkId: string; isUnreadable: boolean };

async function alertOnce(tx: Tx, ctx: Ctx, { performerId, personId, checkId, isUnreadable }: UnderAge): Promise<void> {
  const subject = { kind: "scene_performer", id: performerId } as const;
  const kind = isUnreadable ? "unreadable" : "at_shoot";
  if (!(await raiseAlert(tx, { kind, personId, subject, checkId }))) return;
  const detail = { check: checkId, ...(isUnreadable && { unreadable: true }) };
  record(tx, { ctx, action: "scene_performer.under_age_at_shoot", subject, partnerId: null, detail });
}
