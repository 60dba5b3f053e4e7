import { describe, expect, it } from "vitest";
import { listLooks } from "@/lib/domain/creators/overview";
import { clock } from "@/lib/platform/clock";
import { sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { withRequestContext } from "@/lib/platform/request-context";
import { makeEntered, makeExaminable, makeExamination, someExamination } from "@/lib/testing/examinations";
import { ctxFor, makeCustodian, makeMember, makeUser, personCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { firstRun } from "@/lib/testing/run-jobs";
import { verifySignedPdf } from "@/lib/testing/signed-pdf";
import { asOwner, statementsOf } from "@/lib/testing/sql";
import { enterExaminationCode, findVisitor, replaceAccess, showAccess } from "./access";
import {
  changeScope,
  confirmExamination,
  endExamination,
  endExaminationsTask,
  enterExamination,
  findForScope,
  narrowExamination,
} from "./examinations";
import { readIndex } from "./indexes";
import { viewExaminedRecord } from "./records";
import { openExaminationReport, reportExaminationTask } from "./report";
import { listExaminations, viewExamination } from "./view-examinations";

const custodian = async () => staffCtx(await makeCustodian());
const again = <C extends { requestId: string }>(ctx: C): C => ({ ...ctx, requestId: newId() });
const statusOf = async (id: string) => (await db.examination.findUniqueOrThrow({ where: { id } })).status;
const actionsOn = async (subjectId: string) =>
  (await db.ledgerEntry.findMany({ where: { subjectId }, orderBy: { seq: "asc" } })).map(({ action }) => action);

describe("an examination", () => {
  it("is entered once however often its form is sent, and opens nothing before another custodian confirms it", async () => {
    const { production } = await makeExaminable();
    const ctx = await custodian();
    const entered = { id: newId(), ...someExamination() };
    await Promise.all([1, 2, 3].map(() => enterExamination(again(ctx), entered)));
    const examinationId = entered.id;
    await changeScope(ctx, { examinationId, kind: "production", itemId: production.id, isIn: true });
    expect(await actionsOn(examinationId)).toEqual(["examination.entered", "examination.scope_changed"]);
    expect(await viewExamination(ctx, examinationId)).toMatchObject({
      ...{ status: "entered", isOwn: true, looksTotal: 0, report: null },
      scope: [{ kind: "production", itemId: production.id, title: production.title }],
      // Two performers and the uploader, whose IDs are verified too.
      opens: { productions: 1, scenes: 1, depictions: 1, people: 3, ids: 3, copies: 1, releases: 2 },
    });
    await expect(showAccess(ctx, examinationId)).rejects.toMatchObject({ code: "not_confirmed" });
    await expect(confirmExamination(ctx, { examinationId, scopeRevision: 1 })).rejects.toMatchObject({
      code: "same_custodian",
    });
    await expect(confirmExamination(await custodian(), { examinationId, scopeRevision: 0 })).rejects.toMatchObject({
      code: "scope_changed",
    });
    await confirmExamination(await custodian(), { examinationId, scopeRevision: 1 });
    const { url, code } = await showAccess(ctx, examinationId);
    expect(url).toMatch(/\/examine\/[\w-]{43}$/);
    expect(code).toMatch(/^\d{8}$/);
  });

  it("is confirmed once by two custodians at once, and never empty", async () => {
    const { production } = await makeExaminable();
    const { id: examinationId } = await makeEntered([["production", production.id]]);
    const both = await Promise.allSettled(
      [await custodian(), await custodian()].map((ctx) => confirmExamination(ctx, { examinationId, scopeRevision: 1 })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "not_to_confirm" } });
    expect((await actionsOn(examinationId)).filter((action) => action === "examination.confirmed")).toHaveLength(1);

    const empty = await makeEntered([]);
    const refused = confirmExamination(await custodian(), { examinationId: empty.id, scopeRevision: 0 });
    await expect(refused).rejects.toMatchObject({ code: "nothing_in_scope" });
  });

  it("ends at once, however busily its examiner reads", async () => {
    const { production } = await makeExaminable();
    const { id: examinationId, enterer, ctx } = await makeExamination([["production", production.id]]);
    let isOpen = true;
    const reading = Array.from({ length: 5 }, async () => {
      while (isOpen) await readIndex(ctx(), { index: "names" });
    }).map((one) => one.catch((error: unknown) => error));
    await new Promise((resolve) => setTimeout(resolve, 300));
    try {
      const ending = withRequestContext({ requestId: newId() }, () =>
        endExamination(enterer, { examinationId, reason: "Enough" }),
      );
      await expect(ending).resolves.toBeUndefined();
    } finally {
      isOpen = false;
    }
    for (const stopped of await Promise.all(reading)) expect(stopped).toMatchObject({ status: 404 });
  });

  it("is out of reach for others, and for custodians who are in its scope or work for a partner in it", async () => {
    const { production, partner, performers, scene } = await makeExaminable();
    const performer = await db.user.update({
      where: { id: performers[0]?.userId ?? "" },
      data: { staffRole: "custodian" },
    });
    const member = await makeCustodian();
    await makeMember(partner, "viewer", member);
    const picks = [
      ["production", production.id],
      ["partner", partner.id],
      ["scene", scene.id],
    ] as const;
    for (const pick of picks) {
      const { id: examinationId, enterer } = await makeEntered([pick]);
      for (const own of [performer, member].map(staffCtx)) {
        for (const act of [
          () => viewExamination(own, examinationId),
          () => confirmExamination(own, { examinationId, scopeRevision: 1 }),
          () => endExamination(own, { examinationId, reason: "No" }),
          () => findForScope(own, { examinationId, text: "Ada" }),
        ]) {
          await expect(act(), `${pick}`).rejects.toMatchObject({ status: 403 });
        }
      }
      const stranger = staffCtx(await makeUser());
      await expect(viewExamination(stranger, examinationId)).rejects.toMatchObject({ status: 403 });
      await expect(listExaminations(stranger)).rejects.toMatchObject({ status: 403 });
      const listed = async (ctx: typeof enterer) =>
        (await listExaminations(ctx)).rows.find(({ id }) => id === examinationId);
      expect(await listed(staffCtx(member))).toEqual({ id: examinationId, isReserved: true });
      expect(await listed(enterer)).toMatchObject({ agency: "Department of Justice" });
    }
    const entered = await makeEntered([]);
    const own = { ...entered.enterer, actor: { ...entered.enterer.actor } };
    await makeMember(partner, "viewer", { id: own.actor.userId });
    for (const [kind, itemId] of picks) {
      const refused = changeScope(own, { examinationId: entered.id, kind, itemId, isIn: true });
      await expect(refused, kind).rejects.toMatchObject({ code: "conflict_of_interest" });
    }
    const found = await findForScope(own, { examinationId: entered.id, text: production.id });
    expect(found).toEqual([]);
  });

  it("takes what exists into its scope, from the custodian who entered it", async () => {
    const [{ production, performers }, other] = [await makeExaminable(), await custodian()];
    const { id: examinationId, enterer } = await makeEntered([]);
    const item = { examinationId, kind: "production", itemId: production.id, isIn: true } as const;
    await expect(changeScope(other, item)).rejects.toMatchObject({ code: "not_yours" });
    for (const itemId of [newId(), "x"]) {
      await expect(changeScope(enterer, { ...item, itemId })).rejects.toMatchObject({ status: 404 });
    }
    for (const isIn of [true, true, false, false, true]) await changeScope(again(enterer), { ...item, isIn });
    expect(await db.examination.findUnique({ where: { id: examinationId } })).toMatchObject({ scopeRevision: 3 });
    const address = performers[0]?.email ?? "";
    const found = await findForScope(again(enterer), { examinationId, text: address.toUpperCase() });
    expect(found).toEqual([{ kind: "person", id: performers[0]?.userId, title: "Ada Example", about: address }]);
    expect(await actionsOn(performers[0]?.userId ?? "")).toContain("index.searched");
  });

  it("finds productions by their producer, and offers nobody as a performer who is in no record", async () => {
    const { production, producer, uploader } = await makeExaminable();
    const { id: examinationId, enterer } = await makeEntered([]);
    const find = async (text: string) =>
      (await findForScope(again(enterer), { examinationId, text })).map(({ kind, id }) => `${kind} ${id}`);
    const name = `Fjord${newId()} Films`;
    await asOwner(`UPDATE producers SET name = '${name}' WHERE id = '${producer.id}'`);
    expect(await find(name.toLowerCase())).toEqual([`production ${production.id}`]);
    expect(await find(producer.user.email)).toEqual([]);
    expect(await find(uploader.email)).toEqual([`person ${uploader.person.id}`]);
  });

  it("that nobody may be told of yet doesn't tell people that they were searched for it", async () => {
    const { performers } = await makeExaminable();
    const me = personCtx({ id: performers[0]?.userId ?? "" });
    const told = async () => (await listLooks(me, undefined)).looks.map(({ action }) => action);
    const toldAfter = new Date(clock.now().getTime() + DAY_MS);
    const quiet = await makeEntered([], { toldAfter, delayReason: "Order 24-117, page 3" });
    const text = performers[0]?.email ?? "";
    expect(await findForScope(quiet.enterer, { examinationId: quiet.id, text })).toHaveLength(1);
    expect(await told()).toEqual([]);
    const loud = await makeEntered([]);
    await findForScope(loud.enterer, { examinationId: loud.id, text });
    expect(await told()).toEqual(["index.searched"]);
    clock.advance(2 * DAY_MS);
    try {
      expect(await told()).toEqual(["index.searched", "index.searched"]);
    } finally {
      clock.reset();
    }
  });

  it("refuses times that make no sense", async () => {
    const ctx = await custodian();
    const now = clock.now().getTime();
    const at = (ms: number) => new Date(now + ms);
    for (const [wrong, field] of [
      [{ closesAt: at(-2000) }, "closesAt"],
      [{ opensAt: at(-9 * DAY_MS), closesAt: at(-DAY_MS) }, "closesAt"],
      [{ closesAt: at(91 * DAY_MS) }, "closesAt"],
      [{ producedFrom: at(0), producedUntil: at(-DAY_MS) }, "producedUntil"],
      [{ toldAfter: at(DAY_MS) }, "delayReason"],
      [{ delayReason: "Sealed order" }, "toldAfter"],
      [{ toldAfter: at(400 * DAY_MS), delayReason: "Sealed order" }, "toldAfter"],
      [{ profile: "regulator" as const, toldAfter: at(DAY_MS), delayReason: "Sealed order" }, "toldAfter"],
    ] as const) {
      const refused = (async () => enterExamination(ctx, { id: newId(), ...someExamination(wrong) }))();
      await expect(refused, JSON.stringify(wrong)).rejects.toMatchObject({ status: 400, field });
    }
  });

  it("only gets narrower once it is confirmed, in the database too", async () => {
    const { production, partner } = await makeExaminable();
    const {
      id: examinationId,
      enterer,
      ctx,
    } = await makeExamination([
      ["production", production.id],
      ["partner", partner.id],
    ]);
    const partnerItem = { kind: "partner", itemId: partner.id } as const;
    const reason = "The partner is not named in the order";
    await expect(changeScope(enterer, { examinationId, ...partnerItem, isIn: false })).rejects.toMatchObject({
      code: "examination_confirmed",
    });
    const never = { kind: "scene", itemId: newId() } as const;
    await narrowExamination(enterer, { examinationId, reason, remove: [partnerItem, never], closesAt: null });
    const narrowed = await db.ledgerEntry.findFirst({
      where: { subjectId: examinationId, action: "examination.narrowed" },
    });
    expect(JSON.parse(narrowed?.detail ?? "")).toEqual({ removed: [`partner ${partner.id}`] });
    await expect(
      narrowExamination(again(enterer), { examinationId, reason, remove: [partnerItem], closesAt: null }),
    ).rejects.toMatchObject({ code: "nothing_to_narrow" });
    const later = new Date(clock.now().getTime() + 9 * HOUR_MS);
    await expect(
      narrowExamination(again(enterer), { examinationId, reason, remove: [], closesAt: later }),
    ).rejects.toMatchObject({ field: "closesAt" });
    const sooner = new Date(clock.now().getTime() + HOUR_MS);
    await narrowExamination(again(enterer), { examinationId, reason, remove: [], closesAt: sooner });
    expect(await db.examination.findUnique({ where: { id: examinationId } })).toMatchObject({ closesAt: sooner });
    await viewExaminedRecord(ctx(), { kind: "production", id: production.id });
    await endExamination(again(enterer), { examinationId, reason: "Done" });
    await reportExaminationTask.run({ examinationId }, firstRun);

    const one = `id = '${examinationId}'`;
    const ofIt = `examination_id = '${examinationId}'`;
    const { id: open } = await makeExamination([["production", production.id]]);
    const { id: entered } = await makeEntered([["production", production.id]]);
    for (const sql of [
      `DELETE FROM examinations WHERE ${one}`,
      `UPDATE examinations SET agency = 'Another' WHERE ${one}`,
      `UPDATE examinations SET status = 'confirmed', ended_at = NULL, end_reason = NULL, ended_by_id = NULL WHERE ${one}`,
      `UPDATE examinations SET closes_at = closes_at + interval '1 day' WHERE id = '${open}'`,
      `UPDATE examinations SET status = 'entered' WHERE id = '${open}'`,
      `UPDATE examinations SET confirmed_by_id = entered_by_id WHERE id = '${open}'`,
      `UPDATE examinations SET status = 'confirmed', confirmed_by_id = entered_by_id, confirmed_at = now() WHERE id = '${entered}'`,
      `DELETE FROM examination_scope WHERE ${ofIt}`,
      `UPDATE examination_scope SET removed_at = NULL WHERE ${ofIt}`,
      `INSERT INTO examination_scope VALUES ('${open}', 'partner', '${partner.id}', now())`,
      `DELETE FROM examination_looks WHERE ${ofIt}`,
      `UPDATE examination_looks SET title = 'Nothing' WHERE ${ofIt}`,
      `INSERT INTO examination_looks VALUES ('${newId()}', '${examinationId}', 'record', 'x', 'x', 'x', NULL, now())`,
      `DELETE FROM examination_productions WHERE ${ofIt}`,
      `INSERT INTO examination_productions VALUES ('${examinationId}', 'x', now())`,
      `UPDATE examination_reports SET json = '{}' WHERE ${ofIt}`,
      `INSERT INTO examination_reports VALUES ('${open}', '', sha256(''), '', sha256(''), now())`,
      `TRUNCATE examinations, examination_scope, examination_looks, examination_productions, examination_reports, examination_orders,
        examination_questions, examination_mails, record_packages, record_package_scope, record_package_records`,
    ]) {
      await expect(asOwner(sql), sql).rejects.toThrow(
        /an? examin|nothing is added|report|violates check|never truncated/,
      );
    }
  });

  it("ends for everyone at once, and by itself when its window is over", async () => {
    const { production } = await makeExaminable();
    const one = await makeExamination([["production", production.id]]);
    await readIndex(one.ctx(), { index: "titles" });
    await endExamination(one.confirmer, { examinationId: one.id, reason: "The inspector left" });
    await expect(endExamination(again(one.enterer), { examinationId: one.id, reason: "x" })).rejects.toMatchObject({
      code: "examination_ended",
    });
    const closed = [
      () => readIndex(one.ctx(), { index: "titles" }),
      () => viewExaminedRecord(one.ctx(), { kind: "production", id: production.id }),
    ];
    for (const read of closed) await expect(read()).rejects.toMatchObject({ status: 404 });

    const two = await makeExamination([["production", production.id]]);
    clock.advance(8 * HOUR_MS);
    try {
      await expect(readIndex(two.ctx(), { index: "titles" })).rejects.toMatchObject({ status: 404 });
      await endExaminationsTask.run({}, { requestId: newId(), attempt: 1, lastAttempt: false, signal: undefined });
    } finally {
      clock.reset();
    }
    expect(await statusOf(two.id)).toBe("ended");
    expect(await viewExamination(two.enterer, two.id)).toMatchObject({ endedBy: null, endReason: "Its window ended." });
  });

  it("gets its report made again until there is one, which ends the search for it", async () => {
    const { production } = await makeExaminable();
    const { id, enterer } = await makeExamination([["production", production.id]]);
    await endExamination(enterer, { examinationId: id, reason: "Over" });
    const run = { requestId: newId(), attempt: 1, lastAttempt: false, signal: undefined };
    const reportedAt = async () => (await db.examination.findUniqueOrThrow({ where: { id } })).reportedAt;
    const queued = async () => {
      clock.advance(2 * HOUR_MS);
      try {
        const names = await statementsOf(() => endExaminationsTask.run({}, run));
        return names.filter((name) => name === "queued: report_examination").length;
      } finally {
        clock.reset();
      }
    };
    expect(await reportedAt()).toBeNull();
    const waiting = await queued();
    expect(waiting).toBeGreaterThan(0);
    await reportExaminationTask.run({ examinationId: id }, firstRun);
    expect([await queued(), await reportedAt()]).toEqual([waiting - 1, expect.any(Date)]);
  });

  it("keeps a look that began before the end, or neither shows nor keeps it", async () => {
    const { production } = await makeExaminable();
    for (let round = 0; round < 5; round++) {
      const { id, enterer, ctx } = await makeExamination([["production", production.id]]);
      const [look] = await Promise.allSettled([
        viewExaminedRecord(ctx(), { kind: "production", id: production.id }),
        endExamination(enterer, { examinationId: id, reason: "Over" }),
      ]);
      const kept = await db.examinationLook.count({ where: { examinationId: id } });
      expect([look.status, kept]).toEqual(look.status === "fulfilled" ? ["fulfilled", 1] : ["rejected", 0]);
      if (look.status === "rejected") expect(look.reason).toMatchObject({ status: 404 });
    }
  });
});

describe("link and code", () => {
  const visitorOf = (token: string, cookie?: { token: string }) => findVisitor(token, () => cookie?.token);

  it("open only together, in each browser, until they are replaced", async () => {
    const { production } = await makeExaminable();
    const { id, token, code, enterer } = await makeExamination([["production", production.id]]);
    // As often as mail scanners like.
    for (let n = 0; n < 3; n++) {
      expect(await visitorOf(token)).toEqual({ stage: "code", examinationId: id, triesLeft: true });
    }
    expect(await visitorOf("unknown")).toBeNull();
    const wrong = code === "00000000" ? "11111111" : "00000000";
    expect(await enterExaminationCode(systemCtx(), { token, code: wrong })).toEqual({ outcome: "wrong", triesLeft: 9 });
    const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
    const entered = await Promise.all(
      [code, spaced].map((typed) => enterExaminationCode(systemCtx(), { token, code: typed })),
    );
    for (const one of entered) {
      if (one.outcome !== "right") throw new Error("the code was refused");
      expect(await visitorOf(token, one.cookie)).toMatchObject({ stage: "open", actor: { name: "Jo Doe" } });
    }
    const [first] = entered;
    const cookie = first?.outcome === "right" ? first.cookie : undefined;
    await replaceAccess(enterer, id);
    const { url, code: fresh } = await showAccess(again(enterer), id);
    const newToken = url.split("/").at(-1) ?? "";
    expect([newToken === token, fresh === code]).toEqual([false, false]);
    expect(await visitorOf(token, cookie)).toBeNull();
    expect(await visitorOf(newToken, cookie)).toMatchObject({ stage: "code" });
    expect(await enterExaminationCode(systemCtx(), { token: newToken, code })).toMatchObject({ outcome: "wrong" });
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: id, action: "examination.code_entered" } });
    expect(lines.map(({ actorKind, actorId, detail }) => [actorKind, actorId, JSON.parse(detail).examiner])).toEqual([
      ["examiner", id, "Jo Doe"],
      ["examiner", id, "Jo Doe"],
    ]);
  });

  it("allow ten wrong codes, however many come at once", async () => {
    const { production } = await makeExaminable();
    const { id, token, code } = await makeExamination([["production", production.id]]);
    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, n) =>
        enterExaminationCode(ctxFor({ kind: "system", name: "examine" }), { token, code: `x${n}` }),
      ),
    );
    expect(tries.filter(({ outcome }) => outcome === "wrong")).toHaveLength(9);
    expect(await enterExaminationCode(systemCtx(), { token, code })).toEqual({ outcome: "over" });
    expect(await visitorOf(token)).toEqual({ stage: "code", examinationId: id, triesLeft: false });
    const { history } = await viewExamination(staffCtx(await makeCustodian()), id);
    const refused = history.rows.filter(({ did }) => did === "entered a wrong code");
    expect(refused.map(({ who }) => who)).toEqual(Array(10).fill("someone with the link"));
  });

  it("count wrong codes from the last right one, so that a mistyped one each day locks nobody out", async () => {
    const { production } = await makeExaminable();
    const { token, code } = await makeExamination([["production", production.id]]);
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) await enterExaminationCode(systemCtx(), { token, code: `x${n}` });
      expect(await enterExaminationCode(systemCtx(), { token, code })).toMatchObject({ outcome: "right" });
    }
  });

  it("open nothing before the window, and after it only tell who was in that it is over", async () => {
    const { production } = await makeExaminable();
    const opensAt = new Date(clock.now().getTime() + HOUR_MS);
    const { token, code, ctx, enterer, id } = await makeExamination([["production", production.id]], { opensAt });
    const entered = await enterExaminationCode(systemCtx(), { token, code });
    const cookie = entered.outcome === "right" ? entered.cookie : undefined;
    expect(await visitorOf(token, cookie)).toMatchObject({ stage: "later" });
    await expect(readIndex(ctx(), { index: "names" })).rejects.toMatchObject({ status: 404 });
    await endExamination(enterer, { examinationId: id, reason: "Not needed" });
    expect(await visitorOf(token, cookie)).toMatchObject({ stage: "ended" });
    expect(await visitorOf(token)).toBeNull();
    expect(await enterExaminationCode(systemCtx(), { token, code })).toEqual({ outcome: "over" });
  });
});

describe("a report", () => {
  it("is signed once, says everything that was shown, and names no performer", async () => {
    const { production, depiction } = await makeExaminable({ names: ["Wilhelmina Secret"] });
    const { id: examinationId, ctx, enterer } = await makeExamination([["production", production.id]]);
    await viewExaminedRecord(ctx(), { kind: "depiction", id: depiction.id });
    const ask = (as: "pdf" | "json") => openExaminationReport(again(enterer), { examinationId, as });
    await expect(ask("pdf")).rejects.toMatchObject({ status: 404 });
    await endExamination(enterer, { examinationId, reason: "Done" });
    const run = () =>
      reportExaminationTask.run(
        { examinationId },
        { requestId: newId(), attempt: 1, lastAttempt: false, signal: undefined },
      );
    await Promise.all([run(), run()]);
    const [pdf, json] = [await ask("pdf"), await ask("json")];
    if (!("pdf" in pdf) || !("json" in json)) throw new Error("another file");
    expect(() => verifySignedPdf(pdf.pdf)).not.toThrow();
    const facts = JSON.parse(json.json.toString());
    expect(facts).toMatchObject({
      ...{
        examinationId,
        agency: "Department of Justice",
        examiner: "Jo Doe",
        enteredBy: "Grace",
        confirmedBy: "Hedy",
      },
      shown: [{ what: "record", title: depiction.title, subject: `depiction ${depiction.id}` }],
      productionsInspected: [{ productionId: production.id }],
    });
    expect(json.json.toString()).not.toContain("Wilhelmina");
    expect((await viewExamination(enterer, examinationId)).report?.sha256).toBe(sha256Hex(pdf.pdf));
    expect((await actionsOn(examinationId)).filter((action) => action === "examination.reported")).toHaveLength(1);
    const member = await makeCustodian();
    await makeMember(
      await db.partner.findFirstOrThrow({ where: { productions: { some: { productionId: production.id } } } }),
      "viewer",
      member,
    );
    await expect(openExaminationReport(staffCtx(member), { examinationId, as: "pdf" })).rejects.toMatchObject({
      status: 403,
    });
  });
});
