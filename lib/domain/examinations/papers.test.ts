import { describe, expect, it } from "vitest";
import { parseVerifierKey, verifyProof } from "@/clients/ledger/verify.mjs";
import { integrate } from "@/lib/domain/core/transparency";
import { rewrap } from "@/lib/master-key/rewrap";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/send-mail-task";
import { mailsTo } from "@/lib/testing/effects";
import { makeEntered, makeExaminable, makeExamination, SOME_ORDER, someExamination } from "@/lib/testing/examinations";
import { makeCustodian, makeMember, makeUser, staffCtx, systemCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { asOwner } from "@/lib/testing/sql";
import { integrateAll, verifierKeys } from "@/lib/testing/transparency";
import { readZip } from "@/lib/testing/zip";
import { enterExaminationCode, findVisitor, mailLink, replaceAccess } from "./access";
import { changeScope, confirmExamination, endExamination, enterExamination } from "./examinations";
import { ORDER_BYTES_MOST } from "./labels";
import { examinationLinkMail } from "./mails";
import { addOrder, openOrder } from "./order";
import { readProcesses } from "./processes";
import { answerQuestion, askQuestion, QUESTIONS_MOST, readQuestions } from "./questions";
import { proveExaminedRecord, viewExaminedRecord } from "./records";
import { openExaminationReport, reportExaminationTask } from "./report";
import { viewExamination } from "./view-examinations";

const custodian = async () => staffCtx(await makeCustodian());
const again = <C extends { requestId: string }>(ctx: C): C => ({ ...ctx, requestId: newId() });
const actionsOn = async (subjectId: string) =>
  (await db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } })).map(({ action }) => action);
const countOf = async (subjectId: string, action: string) =>
  (await actionsOn(subjectId)).filter((one) => one === action).length;
const settled = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all))
    .map((one) => (one.status === "rejected" ? String(one.reason.code) : "done"))
    .toSorted();

/** A court's examination without its order. */
async function enteredByCourt() {
  const { production } = await makeExaminable();
  const { id: examinationId, enterer } = await makeEntered([["production", production.id]], {
    ...{ profile: "court", isOrdered: false },
  });
  const { examinationId: inspection } = await enterExamination(again(enterer), { id: newId(), ...someExamination() });
  return { examinationId, enterer, inspection };
}

describe("a court's order", () => {
  it("is needed before another custodian confirms, kept once as it was sent, and sealed", async () => {
    const { examinationId, enterer, inspection } = await enteredByCourt();
    const confirmer = await custodian();
    const revisionOf = async () => (await viewExamination(enterer, examinationId)).scopeRevision;
    const before = await revisionOf();
    await expect(confirmExamination(confirmer, { examinationId, scopeRevision: before })).rejects.toMatchObject({
      code: "order_missing",
    });
    await expect(
      asOwner(
        `UPDATE examinations SET status = 'confirmed', confirmed_by_id = '${confirmer.actor.userId}', confirmed_at = now(),
          access_since = now(), link_hash = sha256('a'), code_hash = sha256('a') WHERE id = '${examinationId}'`,
      ),
    ).rejects.toThrow("confirmed with its order");
    const add = (ctx = enterer, file = SOME_ORDER, id = examinationId) =>
      addOrder(again(ctx), { examinationId: id, file });
    await expect(add(confirmer)).rejects.toMatchObject({ code: "not_yours" });
    await expect(add(enterer, SOME_ORDER, inspection)).rejects.toMatchObject({ code: "no_order" });
    await expect(add(enterer, SOME_ORDER, newId())).rejects.toMatchObject({ status: 404 });
    await expect(add(staffCtx(await makeUser()))).rejects.toMatchObject({ status: 403 });
    const tooLarge = Buffer.concat([SOME_ORDER, Buffer.alloc(ORDER_BYTES_MOST)]);
    for (const file of [Buffer.alloc(0), Buffer.from("<svg/>"), Buffer.from("PK\x03\x04"), tooLarge]) {
      await expect(add(enterer, file)).rejects.toMatchObject({ field: "order" });
    }
    expect(await settled([add(), add(), add()])).toEqual(["done", "done", "done"]);
    expect(await countOf(examinationId, "examination.order_added")).toBe(1);
    await expect(add(enterer, Buffer.from("%PDF-1.7 another"))).rejects.toMatchObject({ code: "order_kept" });
    // What was on the other custodian's screen had no order.
    await expect(confirmExamination(confirmer, { examinationId, scopeRevision: before })).rejects.toMatchObject({
      code: "scope_changed",
    });
    // The other custodian must have opened it themselves, and whole.
    await openOrder(again(enterer), examinationId);
    const { order } = await viewExamination(confirmer, examinationId);
    const about = { type: "application/pdf", bytes: SOME_ORDER.length, sha256: sha256Hex(SOME_ORDER) };
    expect(order).toMatchObject({ ...about, openedAt: null });
    const confirm = async () =>
      confirmExamination(again(confirmer), { examinationId, scopeRevision: await revisionOf() });
    await expect(confirm()).rejects.toMatchObject({ code: "order_unread" });
    await asOwner(`ALTER TABLE examination_orders DISABLE TRIGGER USER;
      UPDATE examination_orders SET sealed = sealed || '\\x00', bytes = bytes + 1 WHERE examination_id = '${examinationId}'`);
    await expect(openOrder(again(confirmer), examinationId)).rejects.toThrow();
    await asOwner(`UPDATE examination_orders SET sealed = substring(sealed FOR bytes + 28), bytes = bytes - 1
      WHERE examination_id = '${examinationId}'; ALTER TABLE examination_orders ENABLE TRIGGER USER`);
    await expect(confirm()).rejects.toMatchObject({ code: "order_unread" });
    const opened = await openOrder(confirmer, examinationId);
    expect(opened).toEqual({ fileName: `order-${examinationId}.pdf`, type: "application/pdf", file: SOME_ORDER });
    expect(await countOf(examinationId, "examination.order_opened")).toBe(2);
    expect((await viewExamination(confirmer, examinationId)).order?.openedAt).toBeInstanceOf(Date);
    const row = await db.examinationOrder.findUniqueOrThrow({ where: { examinationId } });
    expect(Buffer.from(row.sealed).includes("24-117")).toBe(false);
    await confirm();
    for (const sql of [
      `UPDATE examination_orders SET sha256 = sha256('a') WHERE examination_id = '${examinationId}'`,
      `UPDATE examination_orders SET wrapped_key = wrapped_key || 'a' WHERE examination_id = '${examinationId}'`,
      `DELETE FROM examination_orders WHERE examination_id = '${examinationId}'`,
      `INSERT INTO examination_orders SELECT '${inspection}', type, bytes, sha256, sealed, wrapped_key, added_by_id, now() FROM examination_orders`,
      "TRUNCATE examination_orders",
    ]) {
      await expect(asOwner(sql), sql).rejects.toThrow(/order of a court|wrapped key|an order is added|never truncated/);
    }
    expect(await rewrap(systemCtx())).toMatchObject({ left: 0 });
    expect((await openOrder(again(enterer), examinationId)).file).toEqual(SOME_ORDER);
  });

  it("of two files at once keeps one, and shows none to strangers and to custodians in conflict", async () => {
    const { examinationId, enterer } = await enteredByCourt();
    const add = (text: string) => addOrder(again(enterer), { examinationId, file: Buffer.from(`%PDF-${text}`) });
    expect(await settled([add("a"), add("b")])).toEqual(["done", "order_kept"]);
    const { production } = await makeExaminable();
    await changeScope(again(enterer), { examinationId, kind: "production", itemId: production.id, isIn: true });
    const partner = await db.partner.findFirstOrThrow({
      where: { productions: { some: { productionId: production.id } } },
    });
    const member = await makeCustodian();
    await makeMember(partner, "viewer", member);
    for (const ctx of [staffCtx(member), staffCtx(await makeUser())]) {
      await expect(openOrder(ctx, examinationId)).rejects.toMatchObject({ status: 403 });
    }
    for (const id of [newId(), "x"]) await expect(openOrder(enterer, id)).rejects.toMatchObject({ status: 404 });
    const { id: without } = await makeEntered([]);
    await expect(openOrder(enterer, without)).rejects.toMatchObject({ status: 404 });
  });
});

describe("a question", () => {
  it("is asked once about a record in scope, and answered once", async () => {
    const [own, other] = [await makeExaminable(), await makeExaminable()];
    const { id: examinationId, ctx, enterer, confirmer } = await makeExamination([["production", own.production.id]]);
    const id = newId();
    const about = { kind: "scene", id: own.scene.id };
    const asked = { id, question: "Who filmed it?", about };
    await Promise.all([1, 2, 3].map(() => askQuestion(ctx(), asked)));
    expect(await countOf(examinationId, "examination.question_asked")).toBe(1);
    const answers = new Set<string>();
    for (const wrong of [other.scene.id, other.production.id, newId(), "x", own.performers[0]?.userId ?? ""]) {
      for (const kind of ["scene", "production", "depiction", "person"]) {
        const refused = askQuestion(ctx(), { id: newId(), question: "What?", about: { kind, id: wrong } });
        answers.add(
          await refused.then(
            () => "asked",
            ({ message }) => message,
          ),
        );
      }
    }
    expect([...answers]).toHaveLength(1);
    expect(await readQuestions(ctx())).toMatchObject([
      { question: "Who filmed it?", about: { ...about, title: own.scene.title }, answer: null },
    ]);
    const { questions } = await viewExamination(enterer, examinationId);
    expect(questions.map((one) => one.id)).toEqual([id]);
    const answer = (by: typeof enterer, text: string) =>
      answerQuestion(again(by), { examinationId, questionId: id, answer: text });
    expect(await settled([answer(enterer, "Grace did."), answer(confirmer, "Hedy did.")])).toEqual([
      "already_answered",
      "done",
    ]);
    expect(await readQuestions(ctx())).toMatchObject([{ answer: expect.stringMatching(/did\.$/), answeredBy: null }]);
    expect(await countOf(examinationId, "examination.question_answered")).toBe(1);
    const lines = await db.ledgerEntry.findMany({
      where: { subjectId: examinationId, action: { contains: "question" } },
    });
    expect(JSON.stringify(lines.map(({ detail }) => detail))).not.toMatch(/filmed|did/);
    expect(lines.map(({ detail }) => JSON.parse(detail).sha256)).toContain(sha256Hex("Who filmed it?"));

    // Of another examination, and unknown.
    const two = await makeExamination([["production", own.production.id]]);
    expect(await readQuestions(two.ctx())).toEqual([]);
    for (const questionId of [id, newId(), "x"]) {
      const refused = answerQuestion(again(two.enterer), { examinationId: two.id, questionId, answer: "Mine" });
      await expect(refused).rejects.toMatchObject({ status: 404 });
    }
    await askQuestion(two.ctx(), asked);
    expect(await readQuestions(two.ctx())).toEqual([]);
    await expect(
      answerQuestion(staffCtx(await makeUser()), { examinationId, questionId: id, answer: "Me" }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it("ends with the examination, for both, in the database too", async () => {
    const { production } = await makeExaminable();
    const { id: examinationId, ctx, enterer } = await makeExamination([["production", production.id]]);
    const id = newId();
    await askQuestion(ctx(), { id, question: "Why?", about: null });
    await endExamination(enterer, { examinationId, reason: "Enough" });
    await expect(askQuestion(ctx(), { id: newId(), question: "Why?", about: null })).rejects.toMatchObject({
      status: 404,
    });
    await expect(readQuestions(ctx())).rejects.toMatchObject({ status: 404 });
    await expect(
      answerQuestion(again(enterer), { examinationId, questionId: id, answer: "So." }),
    ).rejects.toMatchObject({ code: "not_confirmed" });
    const by = enterer.actor.userId;
    for (const sql of [
      `UPDATE examination_questions SET answer = 'x', answered_at = now(), answered_by_id = '${by}' WHERE id = '${id}'`,
      `UPDATE examination_questions SET question = 'x' WHERE id = '${id}'`,
      `DELETE FROM examination_questions WHERE id = '${id}'`,
      `INSERT INTO examination_questions (id, examination_id, question, asked_at) VALUES ('${newId()}', '${examinationId}', 'x', now())`,
      "TRUNCATE examination_questions",
    ]) {
      await expect(asOwner(sql), sql).rejects.toThrow(/answers nothing|answered once|has no questions|never truncated/);
    }
  });

  it("is one of fifty, however many come at once", async () => {
    const { production } = await makeExaminable();
    const { id: examinationId, ctx } = await makeExamination([["production", production.id]], { profile: "regulator" });
    const row = (n: number) => ({ id: newId(), examinationId, question: `Number ${n}`, askedAt: clock.now() });
    await db.examinationQuestion.createMany({ data: Array.from({ length: QUESTIONS_MOST - 2 }, (_, n) => row(n)) });
    const all = await settled(
      Array.from({ length: 4 }, () => askQuestion(ctx(), { id: newId(), question: "More?", about: null })),
    );
    expect(all).toEqual(["done", "done", "too_many_questions", "too_many_questions"]);
    // A regulator sees no record, so it can't ask about one.
    const about = { kind: "production", id: production.id };
    await expect(askQuestion(ctx(), { id: newId(), question: "Which?", about })).rejects.toMatchObject({ status: 404 });
  });
});

describe("a mailed link", () => {
  it("goes out once, without the code, and ends when both are replaced", async () => {
    const { production } = await makeExaminable();
    const { id: examinationId, enterer, token, code } = await makeExamination([["production", production.id]]);
    const [id, address] = [newId(), `jo-${newId()}@agency.example`];
    await Promise.all([1, 2, 3].map(() => mailLink(again(enterer), { examinationId, id, address })));
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(1);
    const { html, text, subject } = await composeMail(examinationLinkMail, mails[0]?.props);
    expect(text).toContain(`/examine/${token}`);
    for (const part of [html, text, subject]) {
      expect(part).not.toContain(code);
      expect(part).not.toContain(`${code.slice(0, 4)} ${code.slice(4)}`);
      expect(part).not.toMatch(/Jo Doe|Department of Justice/);
    }
    expect(await countOf(examinationId, "examination.link_mailed")).toBe(1);
    const { mails: shown } = await viewExamination(enterer, examinationId);
    expect(shown).toMatchObject([{ address, isCurrent: true }]);

    await replaceAccess(again(enterer), examinationId);
    expect((await viewExamination(enterer, examinationId)).mails).toMatchObject([{ address, isCurrent: false }]);
    expect(await findVisitor(token, () => undefined)).toBeNull();
    expect(await enterExaminationCode(systemCtx(), { token, code })).toEqual({ outcome: "over" });
    for (const sql of [
      `UPDATE examination_mails SET address = 'other@example.com' WHERE id = '${id}'`,
      `DELETE FROM examination_mails WHERE id = '${id}'`,
      "TRUNCATE examination_mails",
    ]) {
      await expect(asOwner(sql), sql).rejects.toThrow(/mailed to is kept|never truncated/);
    }
  });

  it("is refused before it is confirmed, after it ended, and to strangers", async () => {
    const { production } = await makeExaminable();
    const entered = await makeEntered([["production", production.id]]);
    const send = (ctx: typeof entered.enterer, examinationId: string) =>
      mailLink(again(ctx), { examinationId, id: newId(), address: "jo@agency.example" });
    await expect(send(entered.enterer, entered.id)).rejects.toMatchObject({ code: "not_confirmed" });
    const made = await makeExamination([["production", production.id]]);
    await expect(send(staffCtx(await makeUser()), made.id)).rejects.toMatchObject({ status: 403 });
    await expect(send(made.enterer, newId())).rejects.toMatchObject({ status: 404 });
    clock.advance(9 * HOUR_MS);
    try {
      await expect(send(made.enterer, made.id)).rejects.toMatchObject({ code: "window_over" });
    } finally {
      clock.reset();
    }
    await endExamination(made.enterer, { examinationId: made.id, reason: "Enough" });
    await expect(send(made.enterer, made.id)).rejects.toMatchObject({ code: "not_confirmed" });
    const after = `INSERT INTO examination_mails VALUES ('${newId()}', '${made.id}', 'a@b.example', 0, '${made.enterer.actor.userId}', now())`;
    await expect(asOwner(after)).rejects.toThrow("has no link");
  });
});

describe("proofs", () => {
  it("show what the page's history shows, of a record in scope, and are a look", async () => {
    const [own, other] = [await makeExaminable(), await makeExaminable()];
    const { id: examinationId, ctx } = await makeExamination([["production", own.production.id]]);
    const { history } = await viewExaminedRecord(ctx(), { kind: "depiction", id: own.depiction.id });
    await integrateAll();
    const ask = (kind: string, id: string) => proveExaminedRecord(ctx(), { kind, id });
    const archive = readZip((await ask("depiction", own.depiction.id)).zip);
    const keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
    const names = [...archive.keys()].filter((name) => name.endsWith(".tlog-proof"));
    const proven = await Promise.all(names.map((name) => verifyProof(String(archive.get(name)), keys)));
    expect(proven).toHaveLength(history.length);
    for (const { entry } of proven) {
      expect(entry).toMatchObject({ subjectKind: "depiction", subjectId: own.depiction.id });
      expect(Object.keys(entry).toSorted()).toEqual(["action", "actorKind", "at", "subjectId", "subjectKind"]);
    }
    expect(await db.examinationLook.findMany({ where: { examinationId, kind: "proof" } })).toMatchObject([
      { subjectId: own.depiction.id, title: `Proofs of ${own.depiction.title}` },
    ]);
    for (const [kind, id] of [
      ["depiction", other.depiction.id],
      ["production", other.production.id],
      ["depiction", newId()],
      ["scene", own.depiction.id],
      ["person", own.performers[0]?.userId ?? ""],
      ["__proto__", "x"],
    ] as const) {
      await expect(ask(kind, id), kind).rejects.toMatchObject({ status: 404 });
    }
    for (const profile of ["acquirer", "regulator"] as const) {
      const made = await makeExamination([["production", own.production.id]], { profile });
      const refused = proveExaminedRecord(made.ctx(), { kind: "depiction", id: own.depiction.id });
      await expect(refused, profile).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe("processes", () => {
  it("are for regulators, a look, and name nobody", async () => {
    const { production } = await makeExaminable();
    const made = await makeExamination([["production", production.id]], { profile: "regulator" });
    const { keys } = await readProcesses(made.ctx());
    expect(keys.map(({ verifierKey }) => verifierKey)).toEqual(await verifierKeys());
    expect(await db.examinationLook.findMany({ where: { examinationId: made.id } })).toMatchObject([
      { title: "Processes" },
    ]);
    for (const profile of ["inspector", "court", "acquirer"] as const) {
      const { ctx } = await makeExamination([["production", production.id]], { profile });
      await expect(readProcesses(ctx()), profile).rejects.toMatchObject({ status: 404 });
    }
  });
});

describe("a report", () => {
  it("has the order, the questions, the mailed link, and the log's checkpoints around it", async () => {
    const { production } = await makeExaminable();
    await integrateAll();
    const made = await makeExamination([["production", production.id]], { profile: "court" });
    const { id: examinationId, enterer, ctx } = made;
    await askQuestion(ctx(), { id: newId(), question: "Why?", about: { kind: "production", id: production.id } });
    const [{ id: questionId = "" } = {}] = await readQuestions(ctx());
    await answerQuestion(again(enterer), { examinationId, questionId, answer: "So." });
    await mailLink(again(enterer), { examinationId, id: newId(), address: "jo@agency.example" });
    await endExamination(again(enterer), { examinationId, reason: "Done" });
    const endedAt = await db.ledgerEntry.findFirstOrThrow({
      where: { subjectId: examinationId, action: "examination.ended" },
    });
    while ((await integrate()) > 0);
    await reportExaminationTask.run({ examinationId }, firstRun);
    const report = await openExaminationReport(again(enterer), { examinationId, as: "json" });
    const facts = JSON.parse("json" in report ? report.json.toString() : "");
    expect(facts).toMatchObject({
      order: { type: "application/pdf", sha256: sha256Hex(SOME_ORDER) },
      linkMailedTo: [{ address: "jo@agency.example" }],
      questions: [{ question: "Why?", answer: "So.", answeredBy: "Grace", about: `production ${production.id}` }],
      log: { before: { note: expect.any(String) }, after: { hasEntry: true, note: expect.any(String) } },
    });
    const { before, after } = facts.log;
    const { index } = await db.ledgerLeaf.findFirstOrThrow({
      where: { chain: endedAt.chain, position: endedAt.position },
    });
    expect(after.size).toBeGreaterThan(Number(index));
    expect(before.size).toBeLessThanOrEqual(Number(index));
    expect(after.note).toContain(`\n${after.size}\n`);
    expect(
      (await db.ledgerCheckpoint.findFirst({ where: { size: { gt: index } }, orderBy: { size: "asc" } }))?.size,
    ).toBe(BigInt(after.size));
  });

  it("made before the log has its end says so", async () => {
    const { production } = await makeExaminable();
    await integrateAll();
    const { id: examinationId, enterer } = await makeExamination([["production", production.id]]);
    await endExamination(again(enterer), { examinationId, reason: "Done" });
    await reportExaminationTask.run({ examinationId }, firstRun);
    const report = await openExaminationReport(again(enterer), { examinationId, as: "json" });
    expect(JSON.parse("json" in report ? report.json.toString() : "").log.after).toMatchObject({ hasEntry: false });
  });
});
