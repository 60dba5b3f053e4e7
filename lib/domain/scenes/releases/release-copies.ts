import { z } from "zod";
import type { Ctx } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { defineTask, enqueue, type Schedule } from "@/lib/platform/jobs";
import { sendMail } from "@/lib/platform/mail/send-mail";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { storage } from "@/lib/platform/storage/storage";
import { releaseCopyMail } from "../mails/mails";
import { performerLink } from "../performer-links";
import { drawRelease, findReleaseFacts } from "./pdf";

const TASK = "make_release_copy";
const SWEEP = "sweep_release_object";
const PREFIX = "releases/";
const UNCLAIMED_AFTER_MS = HOUR_MS;
const RESUMED_AT_ONCE = 500;
// Well before it is swept: a process paused for an hour must not claim a deleted object.
const CLAIM_WITHIN_MS = UNCLAIMED_AFTER_MS / 2;

/** Queue the signed copy of a performer's release, in the transaction of the signature. */
export const enqueueReleaseCopy = (tx: Tx, performerId: string): Promise<void> =>
  enqueue(tx, TASK, { performerId }, { jobKey: `${TASK}:${performerId}` });

/**
 * Makes, signs and stores the copy of a performer's release, and mails them where to find it, once. Safe to repeat after any
 * crash: the first copy stays.
 */
export const makeReleaseCopyTask = defineTask(
  TASK,
  z.object({ performerId: z.string() }),
  async ({ performerId }, { requestId }) => {
    const facts = await findReleaseFacts(performerId);
    if (!facts || (await db.releaseCopy.count({ where: { performerId } })) > 0) return;
    const at = clock.now();
    const key = await currentSigningKey();
    const reason = "Copy of a signed release, with its certificate of completion";
    const pdf = await renderPdf({ whose: TASK, reason, key, write: () => drawRelease(facts, at) });

    // First schedule the cleanup, then store the object, then insert the row, so a crash leaves no object without a row.
    const objectKey = `${PREFIX}${performerId}.${newId()}.pdf`;
    await inTransaction((tx) =>
      enqueue(tx, SWEEP, { key: objectKey }, { runAt: new Date(at.getTime() + UNCLAIMED_AFTER_MS) }),
    );
    await storage().put(objectKey, pdf, { contentType: "application/pdf" });
    if (clock.now().getTime() - at.getTime() > CLAIM_WITHIN_MS)
      throw new Error("Storing a release's copy took too long.");
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
