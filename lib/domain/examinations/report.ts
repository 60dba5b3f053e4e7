import { z } from "zod";
import type { Ctx, StaffActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { checkpointAt, checkpointWith } from "@/lib/domain/core/transparency";
import { assertCustodian } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256 } from "@/lib/platform/crypto";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { defineTask, enqueue } from "@/lib/platform/jobs";
import { type PdfContents, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { nameOf } from "./access";
import { PROFILE_LABELS, scopeLabel } from "./labels";
import { peopleInPhotos } from "./looks";
import { questionsOf } from "./questions";
import { assertUninvolved, scopeItems } from "./scope";

const TASK = "report_examination";

const NAMED = { select: { name: true, email: true } } as const;
/** The custodians of an examination, to read with it. */
export const WITH_CUSTODIANS = { enteredBy: NAMED, confirmedBy: NAMED, endedBy: NAMED } as const;

/** The entry of the examination's end has a leaf in the log by then, so that the report's checkpoint has it. */
const REPORT_AFTER_MS = 3_000;

/** Queues the report of an examination, in the transaction that ends it. */
export const enqueueReport = (tx: Tx, examinationId: string): Promise<void> =>
  enqueue(
    tx,
    TASK,
    { examinationId },
    { jobKey: `${TASK}:${examinationId}`, runAt: new Date(clock.now().getTime() + REPORT_AFTER_MS) },
  );

/**
 * Everything that a report says, as it is stored. It names what was shown by title and id, and no performer, unless a question or its
 * answer does.
 */
async function findFacts(examinationId: string) {
  const row = await db.examination.findUnique({
    where: { id: examinationId },
    include: {
      ...WITH_CUSTODIANS,
      looks: { orderBy: { id: "asc" } },
      productions: { orderBy: { productionId: "asc" } },
      mails: { orderBy: { id: "asc" } },
      order: { select: { type: true, bytes: true, sha256: true, addedAt: true } },
    },
  });
  if (!row?.endedAt || !row.confirmedAt) return null;
  const ended = { subject: { kind: "examination", id: examinationId }, action: "examination.ended" } as const;
  const [scope, whose, questions, before, after] = await Promise.all([
    scopeItems(db, examinationId),
    peopleInPhotos(db, row.looks),
    questionsOf(db, examinationId),
    checkpointAt(row.confirmedAt),
    checkpointWith(ended),
  ]);
  return {
    examinationId,
    profile: row.profile,
    agency: row.agency,
    examiner: row.examiner,
    credential: row.credential,
    authority: row.authority,
    opensAt: row.opensAt,
    closesAt: row.closesAt,
    producedFrom: row.producedFrom,
    producedUntil: row.producedUntil,
    enteredBy: nameOf(row.enteredBy),
    enteredAt: row.enteredAt,
    confirmedBy: nameOf(row.confirmedBy),
    confirmedAt: row.confirmedAt,
    endedBy: nameOf(row.endedBy),
    endedAt: row.endedAt,
    endReason: row.endReason ?? "",
    order: row.order && { ...row.order, sha256: hexOf(row.order.sha256) },
    linkMailedTo: row.mails.map(({ address, mailedAt }) => ({ address, at: mailedAt })),
    scope: scope.map(({ title, ...item }) => ({ ...item, ...(item.kind !== "person" && { title }) })),
    productionsInspected: row.productions.map(({ productionId, inspectedAt }) => ({ productionId, inspectedAt })),
    shown: row.looks.map(({ kind, subjectKind, subjectId, title, sha256, lookedAt }) => ({
      at: lookedAt,
      what: kind,
      title,
      subject: `${subjectKind} ${subjectId}`,
      ...(whose.has(subjectId) && { person: whose.get(subjectId)?.userId }),
      sha256: sha256 && hexOf(sha256),
    })),
    questions: questions.map(({ id: _, about, ...question }) => ({
      ...question,
      about: about && `${about.kind} ${about.id}`,
    })),
    // The log's newest checkpoint when it was confirmed, and the first one that has its end.
    log: { before, after },
  };
}

type Facts = NonNullable<Awaited<ReturnType<typeof findFacts>>>;

const FILE = "examination.json";

const linesOf = (note: string): string[] => note.split("\n").filter(Boolean);

function drawReport(facts: Facts, json: string, at: Date): PdfContents {
  const { pdf, page } = startPdf({
    title: `Examination ${facts.examinationId}`,
    at,
    files: [{ name: FILE, type: "application/json", body: json }],
    footer: `Examination ${facts.examinationId}`,
  });
  const { write, field } = page;
  write("Report of an examination of records", { font: "bold", size: 18, gap: 0 });
  field("Agency", facts.agency);
  field("Examiner", facts.examiner);
  field("Credential checked", facts.credential);
  field("Authority", facts.authority);
  field("Profile", PROFILE_LABELS[facts.profile].label);
  field("Window", `${utcText(facts.opensAt)} to ${utcText(facts.closesAt)}`);
  field("Entered by", `${facts.enteredBy}, ${utcText(facts.enteredAt)}`);
  field("Confirmed by", `${facts.confirmedBy}, ${utcText(facts.confirmedAt)}`);
  field("Ended by", `${facts.endedBy ?? "The service"}, ${utcText(facts.endedAt)}. ${facts.endReason}`);
  const day = (date: Date | null, none: string) => date?.toISOString().slice(0, 10) ?? none;
  field(
    "Produced",
    `From ${day(facts.producedFrom, "the first record")} until before ${day(facts.producedUntil, "today")}`,
  );
  if (facts.order) {
    const { type, bytes, sha256: hash, addedAt } = facts.order;
    field("Order", `${type}, ${bytes.toLocaleString("en-US")} bytes, added ${utcText(addedAt)}`);
    field("SHA-256 of the order", hash, "mono");
  }
  const mailed = facts.linkMailedTo.map(({ address, at: mailedAt }) => `${address}, ${utcText(mailedAt)}`);
  if (mailed.length > 0) field("Link mailed to", mailed);
  field("Examination", facts.examinationId, "mono");
  field(`SHA-256 of ${FILE}, attached`, hexOf(sha256(json)), "mono");

  write("Scope", { font: "bold", size: 12, gap: 1.5, keep: true });
  for (const item of facts.scope) {
    const title = "title" in item ? `${item.title} (${item.itemId})` : item.itemId;
    const taken = item.removedAt ? `, removed ${utcText(item.removedAt)}` : "";
    field(scopeLabel(item.kind), `${title}${taken}`);
  }
  if (facts.scope.length === 0) write("Figures of the whole service");

  write(`Viewed: ${facts.shown.length}`, { font: "bold", size: 12, gap: 1.5, keep: true });
  for (const { at: shownAt, title, subject, person, sha256: hash } of facts.shown) {
    field(utcText(shownAt), person ? `${title}, of performer ${person}` : title);
    write(hash ? `${subject}, SHA-256 ${hash}` : subject, { font: "mono", size: 7, gap: 0.1 });
  }
  if (facts.productionsInspected.length > 0) {
    write("Productions whose linked partners were told", { font: "bold", size: 12, gap: 1.5, keep: true });
    for (const { productionId, inspectedAt } of facts.productionsInspected)
      field(utcText(inspectedAt), productionId, "mono");
  }
  if (facts.questions.length > 0) {
    write(`Questions: ${facts.questions.length}`, { font: "bold", size: 12, gap: 1.5, keep: true });
    for (const { askedAt, about, question, answer, answeredAt, answeredBy } of facts.questions) {
      field(`${utcText(askedAt)}${about ? `, about ${about}` : ""}`, question);
      if (answeredAt) field(`Answered by ${answeredBy}, ${utcText(answeredAt)}`, answer ?? "");
      else field("Answer", "None");
    }
  }
  write("Transparency log", { font: "bold", size: 12, gap: 1.5, keep: true });
  const { before, after } = facts.log;
  field("Checkpoint when it was confirmed", before ? linesOf(before.note) : "None yet", before ? "mono" : "regular");
  field(
    after?.hasEntry ? "First checkpoint that has its end" : "Newest checkpoint when this report was made",
    after ? linesOf(after.note) : "None yet",
    after ? "mono" : "regular",
  );
  writeMaker(pdf);
  return pdf;
}

/** Makes and signs the report of an examination that has ended. Safe to repeat: the first one stays. */
export const reportExaminationTask = defineTask(
  TASK,
  z.object({ examinationId: z.string() }),
  async ({ examinationId }, { requestId }) => {
    const facts = await findFacts(examinationId);
    if (!facts || (await db.examinationReport.count({ where: { examinationId } })) > 0) return;
    const [madeAt, json] = [clock.now(), JSON.stringify(facts, null, 2)];
    const key = await currentSigningKey();
    const pdf = await renderPdf({
      whose: TASK,
      reason: "Report of an examination",
      key,
      since: facts.endedAt,
      write: () => drawReport(facts, json, madeAt),
    });
    const [jsonSha256, pdfSha256] = [sha256(json), sha256(pdf)];
    await inTransaction(async (tx) => {
      const { count } = await tx.examinationReport.createMany({
        data: [{ examinationId, json, jsonSha256, pdf: Buffer.from(pdf), pdfSha256, madeAt }],
        skipDuplicates: true,
      });
      if (count === 0) return;
      await tx.examination.update({ where: { id: examinationId }, data: { reportedAt: madeAt } });
      record(tx, {
        ctx: { actor: { kind: "system", name: TASK }, requestId },
        action: "examination.reported",
        subject: { kind: "examination", id: examinationId },
        detail: { json: hexOf(jsonSha256), pdf: hexOf(pdfSha256), shown: facts.shown.length },
      });
    });
  },
);

/**
 * The signed report of an examination, as PDF or JSON, for a custodian. The ledger records it. Throws `NotFound` before it is made,
 * `Forbidden` (also `conflict_of_interest`).
 */
export async function openExaminationReport(
  ctx: Ctx<StaffActor>,
  { examinationId, as }: { examinationId: string; as: "pdf" | "json" },
): Promise<{ fileName: string; pdf: Buffer } | { fileName: string; json: Buffer }> {
  await assertCustodian(db, ctx);
  if (!isId(examinationId)) throw new NotFound();
  await assertUninvolved(db, ctx, examinationId);
  const report = await db.examinationReport.findUnique({ where: { examinationId } });
  if (!report) throw new NotFound();
  await inTransaction(async (tx) => {
    const subject = { kind: "examination", id: examinationId } as const;
    record(tx, { ctx, action: "examination.report_downloaded", subject, detail: { as } });
  });
  const fileName = `examination-${examinationId}.${as}`;
  return as === "pdf" ? { fileName, pdf: Buffer.from(report.pdf) } : { fileName, json: Buffer.from(report.json) };
}
