import { describe, expect, it } from "vitest";
import { findOnboarding } from "@/lib/domain/accounts";
import { record, verifyLedger } from "@/lib/domain/core/ledger";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { findLatestCheck, readDocumentNumber, rejectionLetter, startCheck } from "@/lib/domain/identity";
import { sealFacts } from "@/lib/domain/identity/id-facts";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { mailsTo } from "@/lib/testing/effects";
import { makeAccount, makeCustodian, makeIdentity, makePartner, makeUser, staffCtx } from "@/lib/testing/factories";
import { approveIdentity, checkOf, makeReviewer, makeSubmitted } from "@/lib/testing/identity-checks";

describe("approving", () => {
  it("records the identity, updates the accounts with their event, and mails the creator", async () => {
    const account = await makeAccount(undefined, { redirectUrl: "https://platform.example.com/done" });
    const { checkId, person } = await makeSubmitted(account);
    const other = await makeAccount(undefined, { email: person.email, userId: person.id, link: "approved" });
    await approveIdentity(await makeReviewer(checkId), { checkId });

    const identity = await db.identity.findUniqueOrThrow({ where: { userId: person.id } });
    expect(identity).toMatchObject({ checkId, legalName: "Ada Example" });
    expect(await checkOf(checkId)).toMatchObject({ birthDate: new Date("1990-01-31") });
    expect((await db.personAlias.findMany({ where: { userId: person.id } })).map(({ name }) => name)).toEqual([
      "Ada Lovely",
    ]);
    for (const { id, partnerId } of [account, other]) {
      expect((await db.soloAccount.findUniqueOrThrow({ where: { id } })).status).toBe("active");
      const events = await db.webhookEvent.findMany({ where: { partnerId } });
      expect(events.map(({ type }) => type)).toEqual(["solo_account.verified"]);
      expect(Buffer.from(events[0]?.body ?? []).toString()).not.toContain('Example"');
    }
    const mail = (await mailsTo(person.email)).find(({ template }) => template === "identity_approved");
    expect(mail?.props).toMatchObject({ continueUrl: "https://platform.example.com/done" });
    expect((await verifyLedger()).ok).toBe(true);
  });

  it("keeps a former legal name among the other names", async () => {
    const { checkId, person } = await makeSubmitted();
    await makeIdentity(person, { legalName: "Ada Maiden" });
    await approveIdentity(await makeReviewer(checkId), { checkId });
    const names = await db.personAlias.findMany({ where: { userId: person.id }, orderBy: { name: "asc" } });
    expect(names.map(({ name }) => name)).toEqual(["Ada Lovely", "Ada Maiden"]);
  });

  it("mails a creator who hasn't paid a link to the subscription", async () => {
    const partner = await makePartner({ plan: "creator_pays" });
    const waiting = await makeAccount(partner, { redirectUrl: "https://platform.example.com/done" });
    const paid = await makeAccount(partner, { redirectUrl: "https://platform.example.com/done" });
    await db.subscription.create({ data: { userId: paid.person.id, active: true } });
    for (const account of [waiting, paid]) {
      const { checkId } = await makeSubmitted(account);
      await approveIdentity(await makeReviewer(checkId), { checkId });
    }
    const propsTo = async (email: string) =>
      (await mailsTo(email)).find(({ template }) => template === "identity_approved")?.props;
    const told = await propsTo(waiting.email);
    expect(told).toMatchObject({ unpaid: true, continueUrl: expect.stringMatching(/\/onboard\/[\w-]{43}$/) });
    expect(await findOnboarding(String(told?.continueUrl).split("/").at(-1) ?? "")).toMatchObject({ kind: "mail" });
    expect(await propsTo(paid.email)).toMatchObject({
      unpaid: false,
      continueUrl: "https://platform.example.com/done",
    });
  });

  it("has one winner when two custodians decide in parallel", async () => {
    const { checkId, person, account } = await makeSubmitted();
    const [first, second, third] = await Promise.all([
      makeReviewer(checkId),
      makeReviewer(checkId),
      makeReviewer(checkId),
    ]);
    const results = await Promise.allSettled([
      approveIdentity(first, { checkId }),
      approveIdentity(second, { checkId }),
      rejectIdentity(third, { checkId, reason: "details_differ", note: "" }),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 409, code: "already_decided" });
    }
    expect((await mailsTo(person.email)).filter(({ template }) => /^identity_/.test(template))).toHaveLength(1);
    expect(await db.webhookEvent.count({ where: { partnerId: account.partnerId } })).toBeLessThanOrEqual(1);
  });

  it("is only for custodians, and not for their own record", async () => {
    const custodian = await makeCustodian();
    const account = await makeAccount(undefined, { email: custodian.email });
    const { checkId } = await makeSubmitted(account);
    await expect(approveIdentity(staffCtx(custodian), { checkId })).rejects.toMatchObject({
      code: "conflict_of_interest",
    });
    await expect(approveIdentity(staffCtx(await makeUser()), { checkId })).rejects.toMatchObject({ status: 403 });
  });

  it("requires that the approver has opened every photo, in one ledger entry", async () => {
    const { checkId } = await makeSubmitted();
    const ctx = staffCtx(await makeCustodian());
    await expect(approveIdentity(ctx, { checkId })).rejects.toMatchObject({ code: "not_looked_at" });
    const [first, ...others] = (await checkOf(checkId)).photos.map(({ id }) => id);
    await inTransaction(async (tx) => {
      const subject = { kind: "identity_check" as const, id: checkId };
      record(tx, { ctx, action: "identity_check.opened", subject, detail: { photos: [first], others } });
    });
    await expect(approveIdentity(ctx, { checkId })).rejects.toMatchObject({ code: "not_looked_at" });
  });

  it("counts the age today", async () => {
    clock.freeze("2026-11-21T12:00:00Z");
    const { checkId, person } = await makeSubmitted();
    const ctx = await makeReviewer(checkId);
    const facts = await sealFacts(db, { id: checkId, userId: person.id }, { birthDate: new Date("2008-11-22") });
    await db.identityCheck.update({ where: { id: checkId }, data: { facts } });
    await expect(approveIdentity(ctx, { checkId })).rejects.toMatchObject({ code: "under_age" });
    clock.advance(DAY_MS);
    await approveIdentity(ctx, { checkId });
  });

  it("does not activate a suspended account", async () => {
    const account = await makeAccount(undefined, { status: "suspended", verified: false });
    const { checkId } = await makeSubmitted(account);
    await approveIdentity(await makeReviewer(checkId), { checkId });
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("suspended");
  });
});

describe("rejecting", () => {
  it("mails the creator the reason and a link, and doesn't change the account", async () => {
    const { checkId, person, account } = await makeSubmitted();
    const ctx = staffCtx(await makeCustodian());
    await rejectIdentity(ctx, { checkId, reason: "document_unreadable", note: "The lower line is cut off." });
    expect(await checkOf(checkId)).toMatchObject({ status: "rejected", decidedById: ctx.actor.userId });
    const mail = (await mailsTo(person.email)).find(({ template }) => template === "identity_rejected");
    expect(mail?.props).toMatchObject({ reason: "document_unreadable", note: "The lower line is cut off." });
    expect(mail?.url).toMatch(/\/onboard\/[\w-]{43}$/);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe(
      "pending_id_verification",
    );
    expect(await db.webhookEvent.count({ where: { partnerId: account.partnerId } })).toBe(0);
  });

  it("lets the creator try again with the saved details and new photos", async () => {
    const { checkId, ctx, person, account } = await makeSubmitted();
    await rejectIdentity(staffCtx(await makeCustodian()), { checkId, reason: "person_not_visible", note: "" });
    const again = await startCheck(ctx, { accountId: account.id });
    expect(again.checkId).not.toBe(checkId);
    const draft = await findLatestCheck(person.id);
    expect(draft).toMatchObject({ status: "draft", legalName: "Ada Example", photos: [] });
    expect(draft && (await readDocumentNumber(draft))).toBe("C01X00T47");
    expect((await checkOf(checkId)).photos).toHaveLength(2);
  });
});

describe("another try", () => {
  it.each([
    ["document_not_accepted", null],
    ["details_differ", null],
    ["person_not_visible", "passport"],
  ] as const)("after %s starts with what the mail says we saved", async (reason, documentType) => {
    const { checkId, ctx, person, account } = await makeSubmitted();
    await rejectIdentity(staffCtx(await makeCustodian()), { checkId, reason, note: "" });
    await startCheck(ctx, { accountId: account.id });
    expect(await findLatestCheck(person.id)).toMatchObject({ legalName: "Ada Example", documentType, photos: [] });
    const saved = documentType ? "We saved your details." : "add your document again, with new photos";
    const letter = rejectionLetter({ reason, note: null, partnerName: null, again: true });
    expect(letter.after.join(" ")).toContain(saved);
  });
});
