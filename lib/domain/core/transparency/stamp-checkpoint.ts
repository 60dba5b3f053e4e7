import { z } from "zod";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { requestStamp } from "@/lib/platform/signing/timestamp";

/** Has the day's first checkpoint stamped with the time (RFC 3161), where an authority is configured. */
export const stampCheckpointTask = defineTask("stamp_checkpoint", z.unknown(), () => stampCheckpoint());

/** Each hour, so that an authority that was away stamps later that day. */
export const stampCheckpointSchedule: Schedule = { task: stampCheckpointTask, cron: "7 * * * *" };

/**
 * The same, at once. One stamp a day stays, however many processes ask. A day on which the log didn't grow has none. An authority that
 * gives no valid stamp is logged.
 */
export async function stampCheckpoint(): Promise<void> {
  const { tsaUrl: tsa } = env();
  if (!tsa) return;
  const day = new Date(clock.now().toISOString().slice(0, 10));
  const newest = await db.ledgerCheckpoint.findFirst({ orderBy: { size: "desc" } });
  if (!newest) return;
  const { size, note } = newest;
  if ((await db.ledgerStamp.count({ where: { OR: [{ day }, { size }] } })) > 0) return;
  try {
    const { response, at } = await requestStamp(tsa, sha256(note));
    await db.ledgerStamp.createMany({ data: [{ day, size, tsa, response, at }], skipDuplicates: true });
  } catch (error) {
    log.error({ err: error }, "the day's checkpoint has no time-stamp");
  }
}

/** A file below `/ledger/stamps/`: a day's checkpoint as it was stamped, or the authority's answer. */
export async function readStampFile(name: string): Promise<Buffer | null> {
  const [, date = "", as] = /^(\d{4}-\d\d-\d\d)\.(checkpoint|tsr)$/.exec(name) ?? [];
  const day = new Date(date);
  // A day such as February 30 isn't one.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return null;
  const stamp = await db.ledgerStamp.findUnique({
    where: { day },
    include: { checkpoint: { select: { note: true } } },
  });
  return stamp && Buffer.from(as === "tsr" ? stamp.response : stamp.checkpoint.note);
}
