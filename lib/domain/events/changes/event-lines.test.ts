import { expect, test } from "vitest";
import { enterInspection } from "@/lib/domain/custody/inspections";
import { linkPartner } from "@/lib/domain/productions";
import { registerWithJob } from "@/lib/domain/productions/verification-jobs";
import { cancelScene, createScene, refuseConsent, registerPublication, removePublication } from "@/lib/domain/scenes";
import { expireScenes } from "@/lib/domain/scenes/expire-scenes";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  freshEmail,
  keyCtx,
  makeAccount,
  makeCustodian,
  makeKey,
  makePartner,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeProducer, producerCtx } from "@/lib/testing/productions";
import { makeExtension, makeScene } from "@/lib/testing/scenes";
import { listChangesToday } from "./list-changes";

/** A partner's scene with one performer. */
async function one(partner: { id: string; plan: "creator_pays" | "platform_pays" }, title: string) {
  const { id, performers } = await makeScene(partner, { title });
  const [performer] = performers;
  if (!performer) throw new Error("a scene without performers");
  return { id, performer };
}

test("the day's scenes: what the team did and what their events told, and nothing of a signature without an ID", async () => {
  clock.freeze("2026-11-21T08:00:00.000Z");
  const tick = () => clock.advance(60_000);
  const [partner, other] = [await makePartner({ plan: "platform_pays" }), await makePartner()];
  await db.partner.update({ where: { id: partner.id }, data: { collabScenes: true } });
  const owner = portalCtx(partner);
  const read = async () =>
    (await listChangesToday(owner)).changes.map(({ action, subject, performer, by, count }) => [
      ...[action, subject, performer],
      ...[by?.name ?? null, count],
    ]);
  await makeScene(partner, { title: "Overdue", createdAt: new Date("2026-11-07T08:00:00.000Z") });
  const [garden, rooftop] = [await one(partner, "Garden"), await one(partner, "Rooftop")];
  expect(await read()).toEqual([]);

  const { sceneId } = await createScene(keyCtx(partner, await makeKey(partner, { name: "Import" })), {
    uploaderAccountId: (await makeAccount(partner, { status: "active" })).id,
    title: "Lake",
    performers: [{ email: freshEmail("ada") }],
    uploaderAttestation: { ip: "203.0.113.7", ua: "test", clickedAt: clock.now(), attestationText: "All adults." },
    callbackUrl: "https://platform.example.com/callback",
  });
  const created = ["collab_scene.created", "Lake", null, "Import", 1];
  expect(await read()).toEqual([created]);
  tick();
  const ada = await db.scenePerformer.findFirstOrThrow({ where: { sceneId } });
  await sign(await openLink(ada), ada);
  expect(await read()).toEqual([created]);
  tick();
  await sign(await openVerified(garden.performer), garden.performer);
  tick();
  await refuseConsent(await openLink(rooftop.performer), { performerId: rooftop.performer.id, reason: "other" });
  tick();
  await expireScenes(systemCtx());
  tick();
  await cancelScene(owner, sceneId);
  expect(await read()).toEqual([
    ["collab_scene.cancelled", "Lake", null, partner.users.owner.name ?? partner.users.owner.email, 1],
    ["collab_scene.blocked", "Overdue", null, null, 1],
    ["collab_scene.performer_refused", "Rooftop", rooftop.performer.email, null, 1],
    ["collab_scene.greenlit", "Garden", null, null, 1],
    ["collab_scene.performer_consented", "Garden", garden.performer.email, null, 1],
    created,
  ]);

  tick();
  const forest = await one(partner, "Forest");
  await sign(await openVerified(forest.performer), forest.performer);
  expect((await read()).slice(0, 2)).toEqual([
    ["collab_scene.greenlit", null, null, null, 2],
    ["collab_scene.performer_consented", null, null, null, 2],
  ]);

  tick();
  await makeExtension(garden, other);
  const publisher = keyCtx(other, await makeKey(other));
  const contentUrl = "https://elsewhere.example.com/1";
  const { id: pubId } = await registerPublication(publisher, garden.id, {
    contentUrl,
    depictionSha256: "0".repeat(64),
  });
  tick();
  await removePublication(publisher, { sceneId: garden.id, pubId });
  expect((await read()).slice(0, 2)).toEqual([
    ["collab_scene.publication_removed", "Garden", null, null, 1],
    ["collab_scene.publication_created", "Garden", null, null, 1],
  ]);
  expect((await listChangesToday(portalCtx(other))).changes).toEqual([]);
  clock.freeze("2026-11-22T00:00:00.000Z");
  expect(await read()).toEqual([]);
});

test("the day's productions and verification jobs: who registered, linked, started and signed, and inspections", async () => {
  clock.freeze("2026-11-21T08:00:00.000Z");
  const tick = () => clock.advance(60_000);
  const [partner, second] = [await makePartner(), await makePartner()];
  const producer = await makeProducer([partner, second]);
  const read = async (whose = partner) =>
    (await listChangesToday(portalCtx(whose))).changes.map(({ action, subject, performer, by }) => [
      ...[action, subject, performer, by?.name ?? null],
    ]);
  const program = keyCtx(partner, await makeKey(partner, { name: "Import" }));
  const email = freshEmail("ada");
  const { productionId } = await registerWithJob(program, {
    title: "Lake",
    productionDate: new Date("2026-09-04"),
    producerEmail: producer.user.email,
    contentId: "post-1",
    performers: [{ email }],
  });
  tick();
  await linkPartner(producerCtx(producer), { productionId, partnerId: second.id });
  tick();
  const job = await db.verificationJob.findFirstOrThrow({ where: { productionId } });
  const ada = await db.scenePerformer.findFirstOrThrow({ where: { sceneId: job.sceneId } });
  await sign(await openVerified(ada), ada);
  tick();
  const inspection = { agency: "FBI", inspector: "J. Doe", authority: "28 CFR 75.5", shown: "All", id: newId() };
  await enterInspection(staffCtx(await makeCustodian()), {
    ...inspection,
    inspectedAt: clock.now(),
    productionIds: [productionId],
  });
  const inspected = ["production.records_inspected", "Lake", null, null];
  const seen = await read();
  expect(seen[0]).toEqual(inspected);
  expect(seen.slice(1).toSorted()).toEqual(
    [
      ["performer.forms_signed", "Lake", email, null],
      ["performer.id_verified", "Lake", email, null],
      ["production.created", "Lake", null, "Import"],
      ["verification_job.started", "Lake", null, "Import"],
    ].toSorted(),
  );
  const { changes } = await listChangesToday(portalCtx(partner));
  expect(changes.find(({ action }) => action === "performer.id_verified")).toMatchObject({ subjectId: job.id });
  expect(await read(second)).toEqual([inspected, ["production.partner_linked", "Lake", null, null]]);
  expect(await read(await makePartner())).toEqual([]);
});
