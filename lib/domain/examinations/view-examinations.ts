import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { custodianHistory } from "@/lib/domain/core/ledger";
import { assertNoConflict, hideReserved, type Reserved, reservedAmong } from "@/lib/domain/custody/conflicts";
import { assertCustodian } from "@/lib/domain/parties/people";
import { hexOf } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { beyondId, type Page, pageOf, readCursor, readingOrder } from "@/lib/platform/keyset";
import type { Examination } from "@/prisma/generated/client";
import { type Named, nameOf } from "./access";
import { peopleInPhotos } from "./looks";
import { orderOpenedAt } from "./order";
import { type Question, questionsOf } from "./questions";
import { WITH_CUSTODIANS } from "./report";
import { assertUninvolved, countScope, type ScopeFigures, scopeItems, scopeOfExamination } from "./scope";

const PAGE = 25;
type Read = Examination & { enteredBy: Named; confirmedBy: Named | null; endedBy: Named | null };

const present = ({ linkHash: _, codeHash: __, enteredBy, confirmedBy, endedBy, ...row }: Read) => ({
  ...row,
  enteredBy: nameOf(enteredBy) ?? "",
  confirmedBy: nameOf(confirmedBy),
  endedBy: nameOf(endedBy),
});

/** An examination, without its link and code. */
export type ExaminationRow = ReturnType<typeof present>;

/** A page of all examinations, newest first. Throws `Forbidden`. */
export async function listExaminations(
  ctx: Ctx<StaffActor>,
  { cursor: sent }: { cursor?: string | undefined } = {},
): Promise<Page<ExaminationRow | Reserved>> {
  await assertCustodian(db, ctx);
  const cursor = readCursor(sent);
  const found = await db.examination.findMany({
    where: beyondId(cursor),
    orderBy: { id: readingOrder(cursor) },
    take: PAGE + 1,
    include: WITH_CUSTODIANS,
  });
  const page = pageOf(found.map(present), { limit: PAGE, cursor });
  return { ...page, rows: await hideReserved(db, ctx, { what: "examination", rows: page.rows }) };
}

const LOOKS_SHOWN = 50;

/** What the examiner opened, as it is listed. `whose`: the name on an ID, as it is now; kept looks have no names. */
export type ShownLook = { id: string; kind: string; title: string; whose: string | null; lookedAt: Date };

export type ViewedExamination = ExaminationRow & {
  isOwn: boolean;
  scope: Awaited<ReturnType<typeof scopeItems>>;
  opens: ScopeFigures;
  /** The latest fifty. */
  looks: ShownLook[];
  looksTotal: number;
  /** How many productions' partners were told. */
  productionsTold: number;
  /** The file of a court's order. `openedAt`: by this custodian, for the first time. */
  order: { type: string; bytes: number; sha256: string; addedAt: Date; openedAt: Date | null } | null;
  questions: Question[];
  /** To whom the link was mailed, latest first. `isCurrent`: that link still is the examination's. */
  mails: { id: string; address: string; mailedAt: Date; isCurrent: boolean }[];
  report: { madeAt: Date; sha256: string } | null;
  history: Awaited<ReturnType<typeof custodianHistory>>;
};

/** An examination for a custodian: what it opens, and what was opened so far. Throws `NotFound`, `Forbidden` (also `conflict_of_interest`). */
export async function viewExamination(ctx: Ctx<StaffActor>, examinationId: string): Promise<ViewedExamination> {
  await assertCustodian(db, ctx);
  const found = isId(examinationId)
    ? await db.examination.findUnique({ where: { id: examinationId }, include: WITH_CUSTODIANS })
    : null;
  if (!found) throw new NotFound();
  await assertUninvolved(db, ctx, examinationId);
  const where = { examinationId };
  const [scope, opens, looks, looksTotal, productionsTold, order, questions, mails, report, history] =
    await Promise.all([
      scopeItems(db, examinationId),
      countScope(db, scopeOfExamination(examinationId)),
      db.examinationLook.findMany({
        where,
        orderBy: { id: "desc" },
        take: LOOKS_SHOWN,
        select: { id: true, kind: true, subjectId: true, title: true, lookedAt: true },
      }),
      db.examinationLook.count({ where }),
      db.examinationProduction.count({ where }),
      db.examinationOrder.findUnique({ where, select: { type: true, bytes: true, sha256: true, addedAt: true } }),
      questionsOf(db, examinationId),
      db.examinationMail.findMany({ where, orderBy: { id: "desc" } }),
      db.examinationReport.findUnique({ where, select: { madeAt: true, pdfSha256: true } }),
      custodianHistory({ about: [{ kind: "examination", ids: [examinationId] }], take: 200 }),
    ]);
  const whose = await peopleInPhotos(db, looks);
  return {
    ...present(found),
    isOwn: found.enteredById === ctx.actor.userId,
    scope,
    opens,
    looks: looks.map(({ subjectId, ...shown }) => ({ ...shown, whose: whose.get(subjectId)?.legalName ?? null })),
    looksTotal,
    productionsTold,
    order: order && {
      ...order,
      sha256: hexOf(order.sha256),
      openedAt: await orderOpenedAt(db, ctx, examinationId),
    },
    questions,
    mails: mails.map(({ id, address, mailedAt, linkSerial }) => ({
      ...{ id, address, mailedAt, isCurrent: linkSerial === found.linkSerial },
    })),
    report: report && { madeAt: report.madeAt, sha256: hexOf(report.pdfSha256) },
    history,
  };
}

/** The latest hundred examinations in which an inspector saw a production's records, newest first. */
export async function examinationsOf(
  ctx: Ctx<StaffActor>,
  productionId: string,
): Promise<{ id: string; agency: string; examiner: string; inspectedAt: Date }[]> {
  await assertNoConflict(db, ctx, { production: productionId });
  const found = await db.examinationProduction.findMany({
    where: { productionId },
    orderBy: { examinationId: "desc" },
    take: 100,
    select: { inspectedAt: true, examination: { select: { id: true, agency: true, examiner: true } } },
  });
  const rows = found.map(({ inspectedAt, examination }) => ({ ...examination, inspectedAt }));
  const reserved = await reservedAmong(db, ctx, { what: "examination", ids: rows.map(({ id }) => id) });
  return rows.filter(({ id }) => !reserved.has(id));
}
