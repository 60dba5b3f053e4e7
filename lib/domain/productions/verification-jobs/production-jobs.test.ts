import { expect, it } from "vitest";
import { POST } from "@/app/api/v1/verification-jobs/route";
import { beginSeal, readSealStatement, removeScene, viewProduction } from "@/lib/domain/productions";
import { tellVerifiedTask } from "@/lib/domain/productions/tell-verified";
import { findPerformerByToken, readRelease } from "@/lib/domain/scenes";
import { finishScene } from "@/lib/domain/scenes/cancel-scene";
import { refuseConsent } from "@/lib/domain/scenes/consent/refuse-consent";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { call } from "@/lib/testing/api";
import { certify } from "@/lib/testing/certificates";
import { eventsOf, mailsTo } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makeKey, makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { runJobs } from "@/lib/testing/run-jobs";
import { readJob, registerWithJob, startJob, viewJob } from "./index";

const DAY = new Date("2026-09-04T00:00:00.000Z");

/** A partner with a producer, and what it registers. */
async function registering() {
  const partner = await makePartner();
  const producer = await makeProducer([partner], { name: "Northlight Films" });
  const emails = [freshEmail("ada"), freshEmail("grace")];
  const input = {
    title: "Summer at the lake",
    productionDate: DAY,
    producerEmail: producer.user.email,
    contentId: "post-1",
    performers: emails.map((email) => ({ email })),
  };
  return { partner, producer, emails, input, key: keyCtx(partner, await makeKey(partner)) };
}

it("registers a production with its job, whose scene brings the performers, and whose asking names the producer", async () => {
  const { partner, emails, input, key } = await registering();
  const { productionId, status, verificationJobId } = await registerWithJob(key, input);
  expect(status).toBe("pending_documentation");
  expect(await readJob(key, verificationJobId)).toMatchObject({ id: verificationJobId, status: "pending" });
  const { id, sceneId } = await db.verificationJob.findFirstOrThrow({ where: { productionId } });
  expect(await viewJob(portalCtx(partner), id)).toMatchObject({
    productionId,
    contentId: "post-1",
    productionDate: DAY,
  });
  const joined = await db.productionPerformer.findMany({ where: { productionId }, orderBy: { id: "asc" } });
  expect(joined.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
  expect(joined.every((row) => row.sceneId === sceneId && row.scenePerformerId !== null)).toBe(true);

  await finishScene(systemCtx(), sceneId);
  const [mail] = await mailsTo(emails[0] ?? "");
  expect(mail?.props).toMatchObject({ isJob: true, producerName: "Northlight Films" });
  const performer = await findPerformerByToken(mail?.url.split("/").at(-1) ?? "");
  if (!performer) throw new Error("the link leads nowhere");
  const person = await openVerified(performer);
  const release = await readRelease(person, { performerId: performer.id });
  expect(release.introduction).toContain("on behalf of “Northlight Films” (the “Producer”)");
  expect(release.text).not.toMatch(/creator/i);
  await sign(person, performer);
  expect((await eventsOf(partner)).map(({ type }) => type)).toEqual([
    "performer.forms_signed",
    "performer.id_verified",
  ]);
});

it("registers neither for an address that is no producer of the partner, or a role that may not", async () => {
  const { partner, input, key } = await registering();
  const strangers = [freshEmail(), (await makeProducer()).user.email];
  for (const producerEmail of strangers) {
    await expect(registerWithJob(key, { ...input, producerEmail })).rejects.toMatchObject({
      code: "producer_not_linked",
    });
  }
  await expect(registerWithJob(portalCtx(partner, "viewer"), input)).rejects.toMatchObject({ status: 403 });
  const counts = [
    await db.production.count({ where: { createdByPartnerId: partner.id } }),
    await db.collabScene.count({ where: { partnerId: partner.id } }),
  ];
  expect(counts).toEqual([0, 0]);
});

it("registers one production with one job for a form that is sent twice at once", async () => {
  const { partner, input } = await registering();
  const form = { ...input, id: newId() };
  const twice = await Promise.all([1, 2].map(() => registerWithJob(portalCtx(partner), form)));
  expect(twice.map(({ productionId }) => productionId)).toEqual([form.id, form.id]);
  const where = { partnerId: partner.id };
  expect([await db.verificationJob.count({ where }), await db.sceneFee.count({ where })]).toEqual([1, 1]);
});

it("starts no job for another partner's production, nor a closed one", async () => {
  const { partner, producer, input, key } = await registering();
  const closed = await makeProduction({ producer, performers: [], status: "revoked" });
  const { title, productionDate, contentId, performers } = input;
  const job = { jobId: "a", title, productionDate, contentId, performers };
  const foreign = (await makeProduction()).id;
  for (const productionId of [foreign, newId(), "x"]) {
    await expect(startJob(key, { ...job, productionId })).rejects.toMatchObject({
      status: 400,
      field: "productionId",
      message: "No production linked to you has this id.",
    });
  }
  await expect(startJob(key, { ...job, productionId: closed.id })).rejects.toMatchObject({ code: "production_closed" });
  for (const table of ["verificationJob", "collabScene", "sceneFee"] as const) {
    expect(await db[table as "collabScene"].count({ where: { partnerId: partner.id } }), table).toBe(0);
  }
});

it("takes a producer's own production through the API once it is linked, and a repeat joins nothing", async () => {
  const { partner, producer, input } = await registering();
  const { key } = await makeKey(partner);
  const { title, contentId, performers } = input;
  const { id: productionId } = await makeProduction({ producer, performers: [] });
  const body = { id: "a", title, contentId, performers, productionDate: DAY.toISOString(), productionId };
  expect(await call(POST, { key, body })).toMatchObject({ status: 201 });
  expect(await call(POST, { key, body: { ...body, productionId: newId() } })).toMatchObject({ status: 200 });
  const joined = await db.productionPerformer.findMany({ where: { productionId } });
  expect(joined.map(({ email }) => email).toSorted()).toEqual(performers.map(({ email }) => email).toSorted());
});

it("joins a documented production, leaves it again after a refusal, and another completes it", async () => {
  const { producer, emails, input, key } = await registering();
  const production = await makeProduction({ producer });
  const { id: productionId } = production;
  await certify(production);
  const { title, productionDate, contentId } = input;
  const ask = async (email: string) => {
    const { id } = await startJob(key, {
      jobId: newId(),
      title,
      productionDate,
      contentId,
      performers: [{ email }],
      productionId,
    });
    const { sceneId } = await db.verificationJob.findUniqueOrThrow({ where: { id } });
    return db.scenePerformer.findFirstOrThrow({ where: { sceneId } });
  };
  const ctx = producerCtx(producer);
  const isComplete = async () => (await viewProduction(ctx, productionId)).checklist.isComplete;
  const seal = async () => {
    const { shown } = await readSealStatement(ctx, productionId);
    return beginSeal(ctx, { productionId, shown, signedName: "Ada Example" });
  };
  const [refusing, signing] = [await ask(emails[0] ?? ""), await ask(emails[1] ?? "")];
  await refuseConsent(await openLink(refusing), { performerId: refusing.id, reason: "declining" });
  await sign(await openVerified(signing), signing);
  expect(await isComplete()).toBe(false);
  await expect(seal()).rejects.toMatchObject({ code: "checklist_incomplete" });
  await removeScene(ctx, { productionId, sceneId: refusing.sceneId });
  expect(await isComplete()).toBe(true);
  const last = await ask(freshEmail("kim"));
  await sign(await openVerified(last), last);
  await runJobs(tellVerifiedTask);
  expect((await mailsTo(producer.user.email)).map(({ template }) => template)).toContain("performers_verified");
  await seal();
  expect(await db.sealedPackage.count({ where: { productionId } })).toBe(2);
});
