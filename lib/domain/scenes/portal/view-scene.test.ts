import { expect, test } from "vitest";
import { attest } from "@/lib/domain/acts";
import { record } from "@/lib/domain/core/ledger";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeIdentity, makePartner, makeUser, personCtx, portalCtx, systemCtx } from "@/lib/testing/factories";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { quotedReason } from "../labels";
import { viewScene } from "./view-scene";

/** What a performer decided, as the verbs store it. */
function releaseOf(subjectId: string, kind: "release" | "refusal" = "release") {
  return inTransaction((tx) =>
    attest(tx, {
      kind,
      subjectKind: "scene_performer",
      subjectId,
      text: "I agree.",
      proof: "mail_link",
      attestedAt: new Date(),
    }),
  );
}

test("shows a performer who signed without a verified ID exactly like one who never opened the link", async () => {
  const partner = await makePartner();
  const at = new Date();
  const scene = await makeScene(partner, { performers: [{ mailedAt: at }, { mailedAt: at }, { mailedAt: at }] });
  const [, signed, known] = scene.performers;
  const ctx = portalCtx(partner, "viewer");
  const before = await viewScene(ctx, scene.id);
  const user = await makeUser();
  await db.scenePerformer.update({
    where: { id: signed.id },
    data: {
      userId: user.id,
      registeredHere: true,
      signedAt: at,
      releaseId: await releaseOf(signed.id),
    },
  });
  const verified = await makeIdentity();
  await db.scenePerformer.update({ where: { id: known.id }, data: { userId: verified.userId } });
  const after = await viewScene(ctx, scene.id);
  expect(after).toEqual(before);
  expect(after.performers.map(({ id: _, email: __, ...shown }) => shown)).toEqual(
    Array.from({ length: 3 }, () => ({
      status: "pending_consent",
      decidedAt: null,
      reason: null,
      invitedAt: at,
      bounced: false,
      nextInvitationAt: new Date(at.getTime() + DAY_MS),
    })),
  );
  expect(JSON.stringify(after)).not.toContain(user.id);
});

test("shows what performers decided and the timeline, newest first", async () => {
  const partner = await makePartner();
  const createdAt = new Date(Date.now() - DAY_MS);
  const consentedAt = new Date(Date.now() - 2000);
  const refusedAt = new Date(Date.now() - 1000);
  const scene = await makeScene(partner, { createdAt, performers: [{}, {}] });
  const [yes, no] = scene.performers;
  const data = {
    userId: (await makeUser()).id,
    signedAt: consentedAt,
    consentedAt,
    releaseId: await releaseOf(yes.id),
  };
  await db.scenePerformer.update({ where: { id: yes.id }, data });
  const refusal = { refusedAt, refusalReason: "not_me" as const, refusalId: await releaseOf(no.id, "refusal") };
  await db.scenePerformer.update({ where: { id: no.id }, data: refusal });
  await db.collabScene.update({
    where: { id: scene.id },
    data: { status: "blocked", block: "refused", blockedAt: refusedAt },
  });
  const shown = await viewScene(portalCtx(partner), scene.id);
  expect(shown).toMatchObject({ status: "blocked", block: "refused", isOpen: false, endedAt: refusedAt });
  expect(shown.performers).toMatchObject([
    { email: yes.email, status: "consented", decidedAt: consentedAt, reason: null, nextInvitationAt: null },
    { email: no.email, status: "refused", decidedAt: refusedAt, reason: "not_me", nextInvitationAt: null },
  ]);
  expect(shown.history).toEqual([
    { at: refusedAt, who: no.email, did: "refused", more: quotedReason("not_me") },
    { at: consentedAt, who: yes.email, did: "consented", more: null },
    { at: createdAt, did: "Created", by: null },
  ]);
});

test("shows the fees as the API does, without why or when a charge was tried", async () => {
  const partner = await makePartner();
  const scene = await makeScene(partner);
  expect((await viewScene(portalCtx(partner), scene.id)).fees).toBeNull();
  const payer = await makeUser();
  await db.sceneFee.create({
    data: {
      id: newId(),
      sceneId: scene.id,
      partnerId: partner.id,
      payerId: payer.id,
      createdAt: new Date(),
      sceneFeeCents: 500,
      onboardingFeeCents: 2500,
      billedTo: "uploader_card",
      status: "unpaid",
      chargeError: "card_declined",
    },
  });
  expect((await viewScene(portalCtx(partner), scene.id)).fees).toEqual({
    sceneFeeCents: 500,
    onboardingFeeCents: 2500,
    totalCents: 3000,
    charged: false,
    paymentChargeId: null,
    billedTo: "uploader_card",
  });
});

test("shows its own publications and how many others extended the scene, but nothing of theirs", async () => {
  const partner = await makePartner();
  const scene = await makeGreenlitScene(partner);
  const extensions = [await makeExtension(scene), await makeExtension(scene)];
  await makeExtension(scene, partner);
  for (const { partnerId } of extensions) await makePublication(scene, { partnerId });
  const own = await makePublication(scene, { partnerId: partner.id });
  const shown = await viewScene(portalCtx(partner), scene.id);
  expect(shown.extendedTo).toBe(2);
  expect(shown.publications.rows).toEqual([
    { id: own.id, contentUrl: own.contentUrl, publishedAt: own.publishedAt, removedAt: null, removalReason: null },
  ]);
  for (const { partnerId } of extensions) expect(JSON.stringify(shown)).not.toContain(partnerId);
});

test("the timeline tells when other partners published and removed the scene, not who or where", async () => {
  const partner = await makePartner();
  const scene = await makeGreenlitScene(partner);
  const { partnerId } = await makeExtension(scene);
  await makePublication(scene, { partnerId: partner.id });
  const [publishedAt, removedAt] = [new Date(Date.now() + 60_000), new Date(Date.now() + 120_000)];
  const { contentUrl } = await makePublication(scene, {
    partnerId,
    publishedAt,
    removedAt,
    removalReason: "Sold to another studio",
  });
  const shown = await viewScene(portalCtx(partner), scene.id);
  expect(shown.history.slice(0, 2)).toEqual([
    { at: removedAt, did: "Removed", by: "another platform" },
    { at: publishedAt, did: "Published", by: "another platform" },
  ]);
  expect(shown.history.filter(({ by }) => by === "another platform")).toHaveLength(2);
  for (const hidden of [partnerId, contentUrl]) expect(JSON.stringify(shown)).not.toContain(hidden);
});

test("another partner's scene is not found, like an unknown one", async () => {
  const scene = await makeScene();
  const ctx = portalCtx(await makePartner());
  for (const id of [scene.id, newId(), "x\0"]) await expect(viewScene(ctx, id)).rejects.toMatchObject({ status: 404 });
});

test("names who of the team created, invited again and canceled, and nothing else of the ledger", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner);
  const scene = await makeScene(partner);
  const [performer] = scene.performers;
  const own = { kind: "scene_performer", id: performer.id } as const;
  await inTransaction(async (tx) => {
    record(tx, { ctx: systemCtx(), action: "scene_performer.invited", subject: own, partnerId: null });
    record(tx, { ctx, action: "scene_performer.invited", subject: own, partnerId: null });
    record(tx, { ctx: personCtx(await makeUser()), action: "scene_performer.page_viewed", subject: own });
    record(tx, { ctx: personCtx(await makeUser()), action: "scene_performer.signed", subject: own });
    record(tx, { ctx, action: "collab_scene.created", subject: { kind: "collab_scene", id: scene.id } });
  });
  const { history } = await viewScene(ctx, scene.id);
  const by = partner.users.owner.email;
  expect(history.map(({ at: _, ...entry }) => entry)).toEqual([
    { did: "Invitation resent", to: performer.email, by },
    { did: "Created", by },
  ]);
});
