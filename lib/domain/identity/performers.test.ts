import { describe, expect, it } from "vitest";
import { attest } from "@/lib/domain/acts";
import { askForPhotos, rejectIdentity } from "@/lib/domain/creators/decisions";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { mailsTo } from "@/lib/testing/effects";
import { makeAccount, makeCustodian, makePartner, staffCtx } from "@/lib/testing/factories";
import { approveIdentity, makePhoto, makeReviewer, someDetails, someDocument } from "@/lib/testing/identity-checks";
import { visitByCode, visitByMail } from "@/lib/testing/onboarding-browser";
import { actsIn, type MadePerformer, makePerformer } from "@/lib/testing/performer-browser";
import { enterPerformerCode } from "@/lib/testing/performers";
import { addPhoto, listCheckHistory, saveDetails, saveDocument, startCheck } from ".";
import { submitCheck } from "./start-check";
import { viewCheck } from "./view-check";

const checkWith = (id: string) => db.identityCheck.findUniqueOrThrow({ where: { id } });

/** A performer's check that waits for a custodian. */
async function sendCheck(performer: MadePerformer) {
  const ctx = actsIn(performer, await enterPerformerCode(performer));
  const { checkId } = await startCheck(ctx, { performerId: performer.id });
  await saveDetails(ctx, someDetails());
  await saveDocument(ctx, someDocument());
  for (const kind of ["document_front", "person"] as const) await addPhoto(ctx, { kind, file: await makePhoto() });
  await submitCheck(ctx, { attested: true });
  return { checkId };
}

const mailTo = async ({ person }: MadePerformer, template: string) =>
  (await mailsTo(person.email)).find((mail) => mail.template === template);

describe("a check that a scene's performer starts", () => {
  it("belongs to the performer and to no account", async () => {
    const performer = await makePerformer();
    const visit = await enterPerformerCode(performer);
    const { checkId } = await startCheck(actsIn(performer, visit), { performerId: performer.id });
    expect(await checkWith(checkId)).toMatchObject({
      performerId: performer.id,
      accountId: null,
      visitId: visit.visit.id,
    });
    const { id: accountId } = await makeAccount();
    await expect(db.identityCheck.update({ where: { id: checkId }, data: { accountId } })).rejects.toThrow(
      /identity_checks_origin/,
    );
  });

  it("moves between the scene and an account with the visit that continues it", async () => {
    const performer = await makePerformer();
    const account = await makeAccount(undefined, { userId: performer.userId });
    const atAccount = { ...account, person: performer.person };
    const begun = actsIn(atAccount, await visitByCode(account));
    const { checkId } = await startCheck(begun, { accountId: account.id });

    const byScene = actsIn(performer, await enterPerformerCode(performer));
    await saveDetails(byScene, someDetails());
    expect(await checkWith(checkId)).toMatchObject({ performerId: performer.id, accountId: null });
    await expect(saveDetails(begun, someDetails())).rejects.toMatchObject({ code: "no_draft" });

    await saveDetails(actsIn(atAccount, await visitByMail(account)), someDetails());
    expect(await checkWith(checkId)).toMatchObject({ performerId: null, accountId: account.id });
  });

  it("leads back to the scene when it is rejected", async () => {
    const performer = await makePerformer();
    const { checkId } = await sendCheck(performer);
    await rejectIdentity(staffCtx(await makeCustodian()), { checkId, reason: "document_unreadable", note: "" });
    const mail = await mailTo(performer, "identity_rejected");
    expect(mail?.url).toBe(performer.url);
    expect(mail?.props).toMatchObject({ partnerName: performer.partnerName });
  });

  it("leads to the photo that a custodian asks for, behind the same link", async () => {
    const performer = await makePerformer();
    const { checkId } = await sendCheck(performer);
    const asked = { photos: ["person"], reason: "dark", note: "" } as const;
    await askForPhotos(staffCtx(await makeCustodian()), { checkId, ...asked, photos: [...asked.photos] });
    expect((await mailTo(performer, "photos_asked"))?.url).toBe(`${performer.url}?to=photos`);
  });

  it.each(["undecided", "decided"])("leads to the scene when it is approved and the performer is %s", async (scene) => {
    const refused = { refusedAt: new Date(), refusalReason: "declining" } as const;
    const performer = await makePerformer(scene === "decided" ? { ...refused, refusalId: await refusal() } : {});
    const { checkId } = await sendCheck(performer);
    await approveIdentity(await makeReviewer(checkId), { checkId });
    expect((await mailTo(performer, "identity_approved"))?.props).toMatchObject({
      continueUrl: performer.url,
      partnerName: performer.partnerName,
      scene,
    });
  });

  it("doesn't count as consent to a platform that named the person first", async () => {
    const performer = await makePerformer();
    const account = await makeAccount(await makePartner({ plan: "platform_pays" }), { userId: performer.userId });
    const { checkId } = await sendCheck(performer);
    await approveIdentity(await makeReviewer(checkId), { checkId });
    expect(await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).toMatchObject({
      userId: null,
      status: "pending_id_verification",
    });
    expect(await db.linkRequest.findUniqueOrThrow({ where: { accountId: account.id } })).toMatchObject({
      userId: performer.userId,
      decision: "pending",
    });
  });

  it("tells the custodian that a scene asked", async () => {
    const performer = await makePerformer();
    const { checkId } = await sendCheck(performer);
    const custodian = staffCtx(await makeCustodian());
    expect(await viewCheck(custodian, { checkId, grant: undefined })).toMatchObject({
      askedBy: performer.partnerName,
      sceneId: performer.sceneId,
    });
    expect((await listCheckHistory(custodian, checkId)).rows.at(-1)?.who).toBe("the performer");
  });
});

/** Stores a refusal and returns its id. */
const refusal = () =>
  inTransaction((tx) =>
    attest(tx, {
      kind: "refusal",
      subjectKind: "scene_performer",
      subjectId: newId(),
      text: "I refuse.",
      proof: "mail_link",
      attestedAt: new Date(),
    }),
  );
