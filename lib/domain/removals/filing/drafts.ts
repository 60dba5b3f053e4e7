import { z } from "zod";
import type { Ctx, PersonActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { hashToken, openFor, randomToken, SealBroken, sealFor } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict, NotFound } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { defineTask, type Schedule } from "@/lib/platform/jobs";
import { sealedColumn } from "@/lib/platform/sealed-column";
import { findOwnRecord } from "./own-record";
import { Answers, type ChosenRecord } from "./schemas";

/** How long a draft and a mailed link live. */
export const DRAFT_MS = DAY_MS;
const PURPOSE = "removal-draft";

/** What a draft keeps: the answers, and the row of the last link that was mailed for them. */
const Kept = z.object({ answers: Answers.partial(), sentId: z.string().optional() });
type Kept = z.infer<typeof Kept>;

export const sealDraft = (id: string, kept: unknown): Buffer<ArrayBuffer> =>
  Buffer.from(sealFor(PURPOSE, Buffer.from(JSON.stringify(kept)), id));

type Sealed = { id: string; answers: Uint8Array };

/** What a draft's row keeps; null if its seal is broken, or this version can't read it. Such a draft counts as none. */
export function openDraft<Of>({ id, answers }: Sealed, schema: z.ZodType<Of>): Of | null {
  try {
    return schema.safeParse(JSON.parse(openFor(PURPOSE, answers, id).toString())).data ?? null;
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

export const draftColumn = sealedColumn({
  table: "removal_drafts",
  id: "id",
  owner: "id",
  column: "answers",
  renew: ({ id, sealed }) => Buffer.from(sealFor(PURPOSE, openFor(PURPOSE, sealed, id), id)),
});

/** Starts a draft. `token` is for this browser's cookie; the database has only its hash. */
export async function startDraft(answers: Partial<Answers> = {}): Promise<{ token: string }> {
  const [id, token, now] = [newId(), randomToken(), clock.now()];
  await db.removalDraft.create({
    data: {
      id,
      tokenHash: hashToken(token),
      answers: sealDraft(id, { answers } satisfies Kept),
      createdAt: now,
      expiresAt: new Date(now.getTime() + DRAFT_MS),
    },
  });
  return { token };
}

/**
 * Starts a draft about a record in the person's own account. Throws `NotFound` for one that they aren't in, and `Conflict`
 * `not_published` for a scene that isn't published.
 */
export async function startOwnDraft(
  ctx: Ctx<PersonActor>,
  { record }: { record: ChosenRecord },
): Promise<{ token: string }> {
  const { userId } = ctx.actor;
  const found = await findOwnRecord(ctx, { record });
  if (!found) throw new NotFound();
  if (!found.isPublished) {
    throw new Conflict("not_published", "This scene isn’t published anywhere, so there is nothing to take down.");
  }
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return startDraft({ email, subject: "me", account: { userId, record, title: found.title } });
}

export type Draft = { id: string; answers: Partial<Answers>; sentId: string | undefined };

/** The draft of this browser; null without one. */
export async function findRemovalDraft(token: string | undefined): Promise<Draft | null> {
  if (!token) return null;
  const row = await db.removalDraft.findUnique({
    where: { tokenHash: hashToken(token), email: null, expiresAt: { gt: clock.now() } },
    select: { id: true, answers: true },
  });
  return row && draftOf(row);
}

function draftOf(row: Sealed): Draft | null {
  const kept = openDraft(row, Kept);
  return kept && { id: row.id, answers: kept.answers, sentId: kept.sentId };
}

/** Locks this browser's draft until the transaction ends. Throws `NotFound`. */
export async function lockDraft(tx: Tx, token: string): Promise<Draft> {
  const [row] = await tx.$queryRaw<Sealed[]>`
    SELECT id, answers FROM removal_drafts
    WHERE token_hash = ${hashToken(token)} AND email IS NULL AND expires_at > ${clock.now()} FOR UPDATE`;
  const draft = row && draftOf(row);
  if (!draft) throw new NotFound();
  return draft;
}

/** Writes a draft that the caller has locked. */
export async function keepDraft(tx: Tx, { id, answers, sentId }: Draft): Promise<void> {
  const kept: Kept = { answers, ...(sentId !== undefined && { sentId }) };
  await tx.removalDraft.update({ where: { id }, data: { answers: sealDraft(id, kept) } });
}

/** Adds the answers of one question. Throws `NotFound` for a draft that has ended. */
export function saveAnswers(token: string, given: Partial<Answers>): Promise<Partial<Answers>> {
  return inTransaction(async (tx) => {
    const draft = await lockDraft(tx, token);
    const answers = { ...draft.answers, ...given };
    await keepDraft(tx, { ...draft, answers });
    return answers;
  });
}

/** Deletes this browser's draft at once. A link that was mailed for it works until it ends. */
export async function forgetDraft(token: string | undefined): Promise<void> {
  if (token) await db.removalDraft.deleteMany({ where: { tokenHash: hashToken(token), email: null } });
}

/** Deletes what nobody sent within a day. */
export const forgetDraftsTask = defineTask("forget_removal_drafts", z.object({}), async () => {
  await db.removalDraft.deleteMany({ where: { expiresAt: { lte: clock.now() } } });
});

export const forgetDraftsSchedule: Schedule = { task: forgetDraftsTask, cron: "*/10 * * * *" };
