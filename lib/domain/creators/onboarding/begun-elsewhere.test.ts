import { describe, expect, it } from "vitest";
import { declineLink } from "@/lib/domain/accounts";
import { accountSubject, findVisit } from "@/lib/domain/acts";
import type { ProvenVisit } from "@/lib/domain/core/context";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import {
  acceptsPhotos,
  addPhoto,
  removePhoto,
  saveDetails,
  saveDocument,
  startCheck,
  submitCheck,
  viewOwnPhoto,
} from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { ctxFor, type MadeAccount, makeAccount, makeIdentity, systemCtx } from "@/lib/testing/factories";
import { makePhoto, makeReviewer, someDetails, someDocument } from "@/lib/testing/identity-checks";
import { onboardingOf, visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { proveByMailLink, readStage } from ".";

const actsIn = ({ person }: MadeAccount, visit: ProvenVisit) => ctxFor({ kind: "person", userId: person.id, visit });

/** A browser that entered a mailed code: the person's own, or one of someone who tricked them. */
const byCode = async (account: MadeAccount): Promise<ProvenVisit> => (await visitByCode(account)).visit;
const byMail = async (account: MadeAccount): Promise<ProvenVisit> => (await visitByMail(account)).visit;

const stageIn = async ({ id }: MadeAccount, visit: ProvenVisit) => readStage(await onboardingOf(id), visit);

const begin = (account: MadeAccount, visit: ProvenVisit) =>
  startCheck(actsIn(account, visit), { accountId: account.id });
const begunElsewhere = { at: "begun_elsewhere" };

/** Expects that a visit can neither see nor change a draft. */
async function expectClosed(account: MadeAccount, visit: ProvenVisit): Promise<void> {
  const ctx = actsIn(account, visit);
  const before = await db.identityCheck.findMany({ where: { userId: account.person.id }, include: { photos: true } });
  const file = await makePhoto();
  const attempts = [
    () => saveDetails(ctx, someDetails({ legalName: "Somebody Else" })),
    () => saveDetails(ctx, someDetails({ birthDate: "2024-01-01" })),
    () => saveDocument(ctx, someDocument({ documentNumber: "STOLEN1" })),
    () => addPhoto(ctx, { kind: "person", file }),
    () => removePhoto(ctx, { kind: "document_front" }),
    () => submitCheck(ctx, { attested: true }),
    () => viewOwnPhoto(ctx, { kind: "document_front" }),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ name: expect.stringMatching(/Conflict|NotFound/) });
  await expect(begin(account, visit)).rejects.toMatchObject({ code: "begun_elsewhere" });
  expect(await acceptsPhotos(ctx)).toBe(false);
  expect(await stageIn(account, visit)).toEqual(begunElsewhere);
  expect(await db.identityCheck.findMany({ where: { userId: account.person.id }, include: { photos: true } })).toEqual(
    before,
  );
}

describe("a code", () => {
  it("opens a check that starts later in the same browser", async () => {
    const account = await makeAccount();
    const visit = await byCode(account);
    expect(await stageIn(account, visit)).toEqual({ at: "ready" });
    await begin(account, visit);
    const ctx = actsIn(account, visit);
    await saveDetails(ctx, someDetails());
    await saveDocument(ctx, someDocument());
    for (const kind of ["document_front", "person"] as const) await addPhoto(ctx, { kind, file: await makePhoto() });
    expect((await viewOwnPhoto(ctx, { kind: "person" })).jpeg.length).toBeGreaterThan(0);
    expect(await stageIn(account, visit)).toMatchObject({ at: "draft", check: { legalName: "Ada Example" } });
    await submitCheck(ctx, { attested: true });
    expect((await stageIn(account, visit)).at).toBe("submitted");
  });

  it("opens no check that the person started in another browser", async () => {
    const account = await makeAccount();
    const own = await byCode(account);
    await begin(account, own);
    await saveDetails(actsIn(account, own), someDetails());
    await addPhoto(actsIn(account, own), { kind: "document_front", file: await makePhoto() });
    await expectClosed(account, await byCode(account));
  });

  it("reads the stage without decrypting a document number", async () => {
    const account = await makeAccount();
    const own = await byCode(account);
    const { checkId } = await begin(account, own);
    await db.identityCheck.update({ where: { id: checkId }, data: { documentNumber: Buffer.from("opens nowhere") } });
    expect((await stageIn(account, own)).at).toBe("draft");
    expect(await stageIn(account, await byCode(account))).toEqual(begunElsewhere);
  });

  it("used first shows nothing that the person enters afterwards", async () => {
    const account = await makeAccount();
    const relayed = await byCode(account);
    await begin(account, relayed);
    // Their own code does not open a check of another browser, but their mail does.
    const own = await byCode(account);
    await expectClosed(account, own);
    const mailed = await byMail(account);
    expect((await stageIn(account, mailed)).at).toBe("draft");
    expect((await stageIn(account, relayed)).at).toBe("draft");
    await begin(account, mailed);
    await expectClosed(account, relayed);
    await saveDetails(actsIn(account, mailed), someDetails());
    expect((await stageIn(account, mailed)).at).toBe("draft");
  });

  it("loses its draft to the visit proven by mail with the first change there", async () => {
    const account = await makeAccount();
    const mailed = await byMail(account);
    const relayed = await byCode(account);
    await begin(account, relayed);
    await saveDetails(actsIn(account, mailed), someDetails());
    await expectClosed(account, relayed);
  });

  it("starts one check when two browsers enter theirs in parallel", async () => {
    for (let round = 0; round < 4; round++) {
      const account = await makeAccount();
      const visits = [await byCode(account), await byCode(account)];
      const begun = await Promise.allSettled(visits.map((visit) => begin(account, visit)));
      expect(begun.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const stages = await Promise.all(visits.map((visit) => stageIn(account, visit)));
      expect(stages.map(({ at }) => at).sort()).toEqual(["begun_elsewhere", "draft"]);
    }
  });

  it("shows nothing of a check sent, rejected or refused in another browser", async () => {
    const account = await makeAccount();
    const mailed = await byMail(account);
    const { checkId } = await begin(account, mailed);
    const ctx = actsIn(account, mailed);
    await saveDetails(ctx, someDetails());
    await saveDocument(ctx, someDocument());
    for (const kind of ["document_front", "person"] as const) await addPhoto(ctx, { kind, file: await makePhoto() });
    await submitCheck(ctx, { attested: true });
    const relayed = await byCode(account);
    await expectClosed(account, relayed);
    await rejectIdentity(await makeReviewer(checkId), {
      checkId,
      reason: "document_unreadable",
      note: "The lower edge is cut off.",
    });
    await expectClosed(account, relayed);
    expect((await stageIn(account, mailed)).at).toBe("rejected");

    // The next try starts with the earlier details.
    await begin(account, mailed);
    await expectClosed(account, relayed);
    const young = someDetails({ birthDate: `${clock.now().getUTCFullYear() - 17}-01-02` });
    await saveDetails(ctx, { ...young, ageConfirmed: true });
    expect((await stageIn(account, mailed)).at).toBe("refused");
    await expectClosed(account, relayed);
  });

  it("shows a refusal only to the browser that entered the age", async () => {
    const account = await makeAccount();
    const visit = await byCode(account);
    await begin(account, visit);
    const young = someDetails({ birthDate: `${clock.now().getUTCFullYear() - 17}-01-02` });
    await saveDetails(actsIn(account, visit), { ...young, ageConfirmed: true });
    expect((await stageIn(account, visit)).at).toBe("refused");
    expect(await stageIn(account, await byCode(account))).toEqual(begunElsewhere);
  });

  it("shows that the person is verified only if the platform can see it too", async () => {
    const active = await makeAccount(undefined, { status: "active" });
    expect((await stageIn(active, await byCode(active))).at).toBe("verified");
    const waiting = await makeAccount();
    await makeIdentity(waiting.person);
    expect(await stageIn(waiting, await byCode(waiting))).toEqual(begunElsewhere);
    expect((await stageIn(waiting, await byMail(waiting))).at).toBe("verified");
  });

  it("does not show the answer to a link request", async () => {
    const account = await makeAccount(undefined, { link: "pending" });
    const relayed = await byCode(account);
    const mailed = await byMail(account);
    await declineLink(actsIn(account, mailed), account.id);
    expect(await stageIn(account, relayed)).toEqual({ at: "link_asked" });
    expect(await stageIn(account, mailed)).toEqual({ at: "link_declined" });
  });
});

describe("the mailed link", () => {
  it("opens on a second device a check started by code on the first", async () => {
    const account = await makeAccount();
    const desktop = await byCode(account);
    await begin(account, desktop);
    await saveDetails(actsIn(account, desktop), someDetails());
    const phone = await byMail(account);
    expect(await stageIn(account, phone)).toMatchObject({ at: "draft", check: { legalName: "Ada Example" } });
    await addPhoto(actsIn(account, phone), { kind: "person", file: await makePhoto() });
    const again = await byMail(account);
    await begin(account, again);
    expect((await stageIn(account, phone)).at).toBe("draft");
  });

  it("upgrades a visit proven by a code, with a new cookie", async () => {
    const account = await makeAccount();
    const begun = await byMail(account);
    await begin(account, begun);
    const checked = await visitByCode(account);
    const upgraded = await proveByMailLink(systemCtx("onboarding"), {
      accountId: account.id,
      visitToken: checked.cookie.token,
    });
    expect(upgraded.visit).toEqual({ id: checked.visit.id, provenBy: "mail_link" });
    expect(await findVisit(accountSubject(account.id), checked.cookie.token)).toBeNull();
    expect((await stageIn(account, upgraded.visit)).at).toBe("draft");
  });
});
