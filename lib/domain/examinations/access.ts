import { derivedLink, examinationSubject, findProof, startVisit, type VisitCookie } from "@/lib/domain/acts";
import type { Ctx, ExaminerActor, StaffActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { assertCustodian, assertFresh } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hashToken, hmac, hmacMatches } from "@/lib/platform/crypto";
import { db, inTransaction, rowsIn, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { lockName, shareName } from "@/lib/platform/locks";
import { sendMail } from "@/lib/platform/mail/send-mail";
import type { Examination } from "@/prisma/generated/client";
import { examinationLinkMail } from "./mails";
import { assertUninvolved } from "./scope";

// The link alone opens nothing: it also needs the code, which goes on paper or by voice and never by mail. Both derive from the row's id
// and serial, so that the sheet can be printed again. The row has only their hashes.

const link = derivedLink({ purpose: "examination-link", page: "/examine" });

export const EXAMINATION_CODE_DIGITS = 8;
/** How often a wrong code may be entered before a custodian must replace it. */
const TRIES = 10;

const codeOf = (id: string, serial: number): string =>
  String(hmac("examination-code", `${id}:${serial}`).readUIntBE(0, 6) % 10 ** EXAMINATION_CODE_DIGITS).padStart(
    EXAMINATION_CODE_DIGITS,
    "0",
  );

const HASH = "examination-code-hash";
const codeHashOf = (id: string, code: string) => Buffer.from(hmac(HASH, `${id}:${code}`));

/** The columns of a link, with those of its code. */
const columnsOf = (id: string, { linkSerial, linkHash }: { linkSerial: number; linkHash: Buffer<ArrayBuffer> }) => ({
  linkSerial,
  linkHash,
  codeHash: codeHashOf(id, codeOf(id, linkSerial)),
  codeTries: 0,
});

export type Named = { name: string | null; email: string };
/** A custodian's name, or else their address. */
export const nameOf = (user: Named | null): string | null => user && (user.name ?? user.email);

/** Locks an examination for a custodian's change. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`). */
export async function lockForChange(tx: Tx, ctx: Ctx<StaffActor>, examinationId: string): Promise<Examination> {
  await assertCustodian(tx, ctx);
  const found = isId(examinationId) ? await lockExamination(tx, examinationId) : null;
  if (!found) throw new NotFound();
  await assertUninvolved(tx, ctx, examinationId);
  return found;
}

const doorOf = (id: string) => `examination ${id}`;

/** Locks an examination for a change, which waits for looks that are being kept, and lets no later one begin before it. */
export async function lockExamination(tx: Tx, id: string): Promise<Examination | null> {
  await lockName(tx, doorOf(id));
  await tx.$queryRaw`SELECT 1 AS locked FROM examinations WHERE id = ${id} FOR UPDATE`;
  return tx.examination.findUnique({ where: { id } });
}

/** The first link and code of an examination. */
export const firstAccess = (id: string) => columnsOf(id, link.first(id));

/**
 * The link and the code of a confirmed examination, to print or read out. The ledger records who opened them. Throws `NotFound`,
 * `Forbidden` (also `conflict_of_interest`, and `prove_again`, because they open ID material), `Conflict` `not_confirmed`.
 */
export async function showAccess(ctx: Ctx<StaffActor>, examinationId: string): Promise<{ url: string; code: string }> {
  assertFresh(ctx);
  return inTransaction(async (tx) => {
    const row = await lockConfirmed(tx, ctx, examinationId);
    const { url, serial } = await currentLink(tx, row);
    record(tx, { ctx, action: "examination.access_shown", subject: { kind: "examination", id: row.id } });
    return { url, code: codeOf(row.id, serial) };
  });
}

/** The link of an examination, and its serial. Only with another master key it isn't the current one: then link and code are new. */
async function currentLink(tx: Tx, row: Confirmed): Promise<{ url: string; serial: number }> {
  let serial = row.linkSerial;
  const url = await link.current(row, async (next) => {
    serial = next.linkSerial;
    await replaceWith(tx, row.id, next);
  });
  return { url, serial };
}

/** How often a link may be mailed. */
const MAILS_MOST = 20;

/**
 * Mails the link of a confirmed examination, never its code. Replacing both ends what was mailed. `id` is the form's own, so that one
 * sent twice mails once. Throws as `showAccess`, and `InvalidField` `id`, `Conflict` `window_over`, `too_many_mails`.
 */
export function mailLink(
  ctx: Ctx<StaffActor>,
  { examinationId, id, address }: { examinationId: string; id: string; address: string },
): Promise<void> {
  if (!isId(id)) throw new InvalidField("id", "Open the form again.");
  return inTransaction(async (tx) => {
    const row = await lockConfirmed(tx, ctx, examinationId);
    if (row.closesAt <= clock.now()) throw new Conflict("window_over", "Its window is over.");
    if (await tx.examinationMail.findUnique({ where: { id }, select: { id: true } })) return;
    if ((await tx.examinationMail.count({ where: { examinationId } })) >= MAILS_MOST) {
      throw new Conflict("too_many_mails", `The link was mailed ${MAILS_MOST} times already.`);
    }
    const { url, serial: linkSerial } = await currentLink(tx, row);
    const mailedById = ctx.actor.userId;
    await tx.examinationMail.create({
      data: { id, examinationId, address, linkSerial, mailedById, mailedAt: clock.now() },
    });
    const [opensAt, closesAt] = [row.opensAt.toISOString(), row.closesAt.toISOString()];
    const { mailId } = await sendMail(tx, {
      to: address,
      template: examinationLinkMail,
      props: { url, opensAt, closesAt },
    });
    const subject = { kind: "examination", id: examinationId } as const;
    record(tx, { ctx, action: "examination.link_mailed", subject, detail: { id, mailId, linkSerial } });
  });
}

/**
 * Replaces link and code: the old ones, and every browser in which they were entered, open nothing any more. Throws as `showAccess`.
 */
export function replaceAccess(ctx: Ctx<StaffActor>, examinationId: string): Promise<void> {
  return inTransaction(async (tx) => {
    const row = await lockConfirmed(tx, ctx, examinationId);
    await replaceWith(tx, row.id, link.next(row));
    record(tx, { ctx, action: "examination.access_replaced", subject: { kind: "examination", id: row.id } });
  });
}

const replaceWith = (tx: Tx, id: string, next: { linkSerial: number; linkHash: Buffer<ArrayBuffer> }) =>
  tx.examination.update({ where: { id }, data: { ...columnsOf(id, next), accessSince: clock.now() } });

type Confirmed = Examination & { linkHash: Uint8Array };

async function lockConfirmed(tx: Tx, ctx: Ctx<StaffActor>, id: string): Promise<Confirmed> {
  const row = await lockForChange(tx, ctx, id);
  if (row.status !== "confirmed" || !row.linkHash) {
    throw new Conflict("not_confirmed", "Only a confirmed examination has a link and a code.");
  }
  return { ...row, linkHash: row.linkHash };
}

/** Holds an examination open for a look, until the transaction ends. */
export const holdOpen = (tx: Tx, id: string): Promise<void> => shareName(tx, doorOf(id));

/** An examination as its examiner may know it. */
export type Opened = Pick<Examination, keyof typeof OPENED>;

const OPENED = {
  ...({ id: true, profile: true, agency: true, examiner: true, credential: true, authority: true } as const),
  ...({ opensAt: true, closesAt: true, sampleId: true } as const),
} as const;

/** A visitor behind a link: without the right code, nothing of the examination. */
export type Visitor =
  | { stage: "code"; examinationId: string; triesLeft: boolean }
  | { stage: "later" | "open" | "ended"; examination: Opened; actor: ExaminerActor };

/**
 * What a link opens in a browser. Null for an unknown link, for one that was replaced, and for one that has ended, unless the code was
 * entered in this browser: that one reads that it has ended.
 */
export async function findVisitor(
  token: string,
  cookieOf: (examinationId: string) => string | undefined,
): Promise<Visitor | null> {
  const row = await db.examination.findUnique({
    where: { linkHash: hashToken(token) },
    select: { ...OPENED, status: true, accessSince: true, codeTries: true },
  });
  if (!row) return null;
  const { status, accessSince, codeTries, ...examination } = row;
  const { id, examiner, opensAt, closesAt } = examination;
  const { visit, proof } = await findProof(examinationSubject(id), cookieOf(id));
  const isProven = proof !== null && accessSince !== null && visit !== null && visit.createdAt >= accessSince;
  const now = clock.now();
  const isOver = status === "ended" || closesAt <= now;
  if (!isProven) return isOver ? null : { stage: "code", examinationId: id, triesLeft: codeTries < TRIES };
  return {
    stage: isOver ? "ended" : opensAt > now ? "later" : "open",
    examination,
    actor: { kind: "examiner", examinationId: id, name: examiner },
  };
}

type CodeEntered =
  | { outcome: "right"; cookie: VisitCookie }
  | { outcome: "wrong"; triesLeft: number }
  | { outcome: "over" };

/**
 * Checks a typed code. The right one opens the examination in this browser. Each try is counted before the code is compared, in one
 * guarded statement, so that parallel tries can't exceed the limit. `over`: an unknown link, ended, or no tries left.
 */
export function enterExaminationCode(
  ctx: Ctx<SystemActor>,
  { token, code }: { token: string; code: string },
): Promise<CodeEntered> {
  return inTransaction(async (tx) => {
    const [tried] = await rowsIn<{ id: string; examiner: string; codeHash: Uint8Array; codeTries: number }>(tx)`
      UPDATE examinations SET code_tries = code_tries + 1
      WHERE link_hash = ${hashToken(token)} AND status = 'confirmed' AND closes_at > ${clock.now()} AND code_tries < ${TRIES}
      RETURNING id, examiner, code_hash, code_tries`;
    if (!tried) return { outcome: "over" };
    const subject = { kind: "examination", id: tried.id } as const;
    const where = { ip: ctx.ip ?? null, userAgent: ctx.userAgent ?? null };
    if (!hmacMatches(HASH, `${tried.id}:${code.normalize("NFKC").replace(/[\s-]/g, "")}`, tried.codeHash)) {
      record(tx, { ctx, action: "examination.code_refused", subject, detail: where });
      const triesLeft = TRIES - tried.codeTries;
      return triesLeft > 0 ? { outcome: "wrong", triesLeft } : { outcome: "over" };
    }
    await tx.examination.update({ where: { id: tried.id }, data: { codeTries: 0 } });
    const { cookie } = await startVisit(tx, examinationSubject(tried.id), { provenBy: "link_and_code" });
    const actor: ExaminerActor = { kind: "examiner", examinationId: tried.id, name: tried.examiner };
    record(tx, {
      ctx: { ...ctx, actor },
      action: "examination.code_entered",
      subject,
      detail: { examiner: tried.examiner, ...where },
    });
    return { outcome: "right", cookie };
  });
}

/** The examination, while it is open. Everything that shows something asks at each request. Throws `NotFound`. */
export async function getOpen(tx: Pick<Tx, "examination">, { actor }: Ctx<ExaminerActor>): Promise<Examination> {
  const now = clock.now();
  const found = await tx.examination.findFirst({
    where: { id: actor.examinationId, status: "confirmed", opensAt: { lte: now }, closesAt: { gt: now } },
  });
  if (!found) throw new NotFound();
  return found;
}
