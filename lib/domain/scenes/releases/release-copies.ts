import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { evidenceOf } from "@/lib/domain/acts";
import type { Ctx, PersonActor, StaffActor } from "@/lib/domain/core/context";
import { entriesToProve, record } from "@/lib/domain/core/ledger";
import { integrate, type Proof, proofArchive, proveEntries } from "@/lib/domain/core/transparency";
import { assertNoConflict } from "@/lib/domain/custody/conflicts";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound, Unavailable } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { isEarly, renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { storage } from "@/lib/platform/storage/storage";
import { sweepTimes } from "@/lib/platform/storage/sweep-times";
import { wholeOf } from "@/lib/platform/streams";
import { releaseCopyMail } from "../mails/mails";
import { performerLink } from "../queries";
import { drawRelease, findReleaseFacts } from "./draw-release";

const TASK = "make_release_copy";
const SWEEP = "sweep_release_object";
const PREFIX = "releases/";
const RESUMED_AT_ONCE = 500;

/** Queue the signed copy of a performer's release, in the transaction of the signature. */
export const enqueueReleaseCopy = (tx: Tx, performerId: string): Promise<void> =>
  enqueue(tx, TASK, { performerId }, { jobKey: `${TASK}:${performerId}` });

/**
 * Makes, signs and stores the copy of a performer's release, and mails them where to find it, once. It waits for the ledger's log, so
 * that the copy carries the checkpoint in which its signature stands. Safe to repeat after any crash: the first copy stays.
 */
export const makeReleaseCopyTask = defineTask(
  TASK,
  z.object({ performerId: z.string() }),
  async ({ performerId }, { requestId }) => {
    const facts = await findReleaseFacts(performerId);
    if (!facts || (await db.releaseCopy.count({ where: { performerId } })) > 0) return;
    const since = facts.release.signedAt;
    const proof = await proveSignature(performerId).catch((error: unknown) => {
      if (isEarly(since)) throw error;
      log.error({ err: error, performerId }, "a release's copy has no proof that the ledger has its signature");
      return null;
    });
    const at = clock.now();
    const key = await currentSigningKey();
    const reason = "Copy of a signed release, with its certificate of completion";
    const write = () => drawRelease(facts, { at, proof });
    const pdf = await renderPdf({ whose: TASK, reason, key, since, write });

    // First schedule the cleanup, then store the object, then insert the row, so a crash leaves no object without a row.
    const objectKey = `${PREFIX}${performerId}.${newId()}.pdf`;
    const { sweepAt, claimBy } = sweepTimes();
    await inTransaction((tx) => enqueue(tx, SWEEP, { key: objectKey }, { runAt: sweepAt }));
    await storage().put(objectKey, pdf, { contentType: "application/pdf" });
    if (clock.now() > claimBy) throw new Error("Storing a release's copy took too long.");
    const copy = {
      performerId,
      key: objectKey,
      sha256: sha256(pdf),
      bytes: pdf.length,
      certificateId: key.certificateId,
    };
    const ctx: Ctx = { actor: { kind: "system", name: TASK }, requestId };
    if (await keep(ctx, copy)) await lockInStore(copy);
    else await storage().delete(objectKey);
  },
);

// Integrating takes a second at most, unless the log has fallen behind.
const TRIES = 12;
const PAUSE_MS = 250;

/** What the proof shows of the signature's entry: also its evidence, which the copy has anyway. */
const SHOWN = ["at", "action", "actorKind", "subjectKind", "subjectId", "detail"] as const;

/** Proves that the ledger's log has a performer's signature. Throws if it still hasn't after some seconds. */
async function proveSignature(performerId: string): Promise<Proof> {
  const about = [{ kind: "scene_performer", ids: [performerId] }] as const;
  const found = await entriesToProve("release", { about, action: { in: ["scene_performer.signed"] } });
  const entries = found.map(({ entry }) => ({ entry, shown: SHOWN }));
  for (let tried = 0; tried < TRIES; tried++) {
    for await (const proof of proveEntries(entries)) return proof;
    // Workers do this every second. What one of them is doing, none does meanwhile.
    if ((await integrate()) === 0) await wait(PAUSE_MS);
  }
  throw new Error("The ledger's log doesn't have the signature yet.");
}

type NewCopy = {
  performerId: string;
  key: string;
  sha256: Buffer<ArrayBuffer>;
  bytes: number;
  certificateId: string;
};

/** Store the copy's row and mail the performer. False if another run was first. */
const keep = (ctx: Ctx, copy: NewCopy): Promise<boolean> =>
  inTransaction(async (tx) => {
    const { count } = await tx.releaseCopy.createMany({
      data: [{ ...copy, createdAt: clock.now() }],
      skipDuplicates: true,
    });
    if (count === 0) return false;
    const { performerId, bytes } = copy;
    const { scene, ...performer } = await tx.scenePerformer.findUniqueOrThrow({
      where: { id: performerId },
      include: { scene: { select: { title: true, partner: { select: { name: true } } } } },
    });
    const about = { kind: "scene_performer", id: performerId } as const;
    await sendMail(tx, {
      to: performer.email,
      template: releaseCopyMail,
      props: { url: await performerLink(performer, tx), partnerName: scene.partner.name, title: scene.title },
      about,
    });
    record(tx, {
      ctx,
      action: "scene_performer.copy_stored",
      subject: about,
      partnerId: null,
      detail: { sha256: hexOf(copy.sha256), bytes },
    });
    return true;
  });

/** Lock a kept copy in the store, where supported, until its scene's seven years end. Idempotent. */
async function lockInStore({ performerId, key }: { performerId: string; key: string }): Promise<void> {
  const [row] = await db.$queryRaw<{ until: Date }[]>`
    SELECT seven_years_after(greatest(s.shoot_date, s.created_at)) AS until
    FROM scene_performers p JOIN collab_scenes s ON s.id = p.scene_id WHERE p.id = ${performerId}`;
  if (row) await storage().retain(key, row.until);
}

/** Delete a copy's object, in the transaction that deletes its row. */
export const sweepReleaseObject = (tx: Tx, key: string): Promise<void> => enqueue(tx, SWEEP, { key });

/** An hour after an object was stored: locks it if it is a performer's copy, and deletes it otherwise. */
export const sweepReleaseObjectTask = defineTask(
  SWEEP,
  z.object({ key: z.string().startsWith(PREFIX) }),
  async ({ key }) => {
    const copy = await db.releaseCopy.findUnique({ where: { key }, select: { performerId: true, key: true } });
    await (copy ? lockInStore(copy) : storage().delete(key));
  },
);

/** Queues the copies whose job failed for good, such as while the configured certificate had expired. */
export const resumeReleaseCopiesTask = defineTask("resume_release_copies", z.object({}), async () => {
  for (let batch = await findMissing(""); batch.length > 0; batch = await findMissing(batch.at(-1) ?? "")) {
    await inTransaction(async (tx) => {
      for (const id of batch) await enqueueReleaseCopy(tx, id);
    });
  }
});

async function findMissing(after: string): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT p.id FROM scene_performers p
    WHERE p.release_id IS NOT NULL AND p.id > ${after}
      AND NOT EXISTS (SELECT FROM release_copies c WHERE c.performer_id = p.id)
    ORDER BY p.id LIMIT ${RESUMED_AT_ONCE}`;
  return rows.map(({ id }) => id);
}

/** Every night. */
export const resumeReleaseCopies: Schedule = { task: resumeReleaseCopiesTask, cron: "35 4 * * *" };

/** A performer's stored copy, without its content. */
type ReleaseCopyFacts = { sha256: string; bytes: number; createdAt: Date };

/** A copy to download. */
type OpenedReleaseCopy = { fileName: string; pdf: Buffer };

const RETRY_AFTER_S = 10;

/** A performer's copy; null until it is made, some seconds after the signature. The caller has checked who asks. */
export async function findReleaseCopy(performerId: string): Promise<ReleaseCopyFacts | null> {
  const copy = await db.releaseCopy.findUnique({ where: { performerId } });
  return copy && { sha256: hexOf(copy.sha256), bytes: copy.bytes, createdAt: copy.createdAt };
}

/**
 * The acting performer's own copy. The ledger records the download first. Throws `NotFound` for somebody else's and before it is
 * made, `Unavailable`.
 */
export async function openOwnReleaseCopy(
  ctx: Ctx<PersonActor>,
  { performerId }: { performerId: string },
): Promise<OpenedReleaseCopy> {
  await assertOwn(ctx, performerId);
  const opened = await readReleaseCopy(performerId);
  await inTransaction(async (tx) => {
    const subject = { kind: "scene_performer", id: performerId } as const;
    record(tx, { ctx, action: "scene_performer.copy_downloaded", subject, detail: evidenceOf(ctx) });
  });
  return opened;
}

async function assertOwn({ actor: { userId } }: Ctx<PersonActor>, performerId: string): Promise<void> {
  if (!isId(performerId) || (await db.scenePerformer.count({ where: { id: performerId, userId } })) === 0)
    throw new NotFound();
}

/**
 * Proofs that the acting performer's own signature and consent are in the ledger, with the release and the browser that signed it.
 * Throws `NotFound` for somebody else's and before they signed. Contract: Proofs of history.
 */
export async function proveOwnRelease(ctx: Ctx<PersonActor>, { performerId }: { performerId: string }) {
  await assertOwn(ctx, performerId);
  const entries = await entriesToProve("release", {
    about: [{ kind: "scene_performer", ids: [performerId] }],
    action: { in: ["scene_performer.signed", "scene_performer.consented"] },
  });
  if (entries.length === 0) throw new NotFound();
  return { fileName: `proofs-${performerId}.zip`, zip: await proofArchive(entries) };
}

/**
 * The copy of a scene's performer, for a custodian with a stated purpose. The ledger records each look first; partners can't see it.
 * Throws `NotFound`, `Forbidden` (also `conflict_of_interest`), `Unavailable`.
 */
export async function openReleaseCopy(
  ctx: Ctx<StaffActor>,
  { sceneId, performerId, purpose }: { sceneId: string; performerId: string; purpose: string },
): Promise<OpenedReleaseCopy> {
  await inTransaction(async (tx) => {
    await assertNoConflict(tx, ctx, { scene: sceneId });
    const found = isId(performerId)
      ? await tx.scenePerformer.count({ where: { id: performerId, sceneId, copy: { isNot: null } } })
      : 0;
    if (found === 0) throw new NotFound();
    const subject = { kind: "scene_performer", id: performerId } as const;
    record(tx, { ctx, action: "scene_performer.viewed", subject, partnerId: null, reason: purpose });
  });
  return readReleaseCopy(performerId);
}

/**
 * Reads a copy and checks it against its stored hash. The caller has checked who asks. Throws `NotFound` before it is made,
 * `Unavailable`.
 */
export async function readReleaseCopy(performerId: string): Promise<OpenedReleaseCopy> {
  const copy = await db.releaseCopy.findUnique({ where: { performerId } });
  if (!copy) throw new NotFound();
  try {
    const pdf = await wholeOf(await storage().get(copy.key));
    if (sha256(pdf).equals(copy.sha256)) return { fileName: `release-${performerId}.pdf`, pdf };
    log.error({ performerId }, "a release's copy differs from the stored one");
  } catch (error) {
    log.error({ err: error, performerId }, "a release's copy could not be read");
  }
  throw new Unavailable("The copy can’t be read right now. Try again in a minute", RETRY_AFTER_S);
}
