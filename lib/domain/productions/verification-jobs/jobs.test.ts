import { describe, expect, it } from "vitest";
import { GET } from "@/app/api/v1/verification-jobs/[id]/route";
import { POST } from "@/app/api/v1/verification-jobs/route";
import { importIdentity, rejectIdentity } from "@/lib/domain/creators/decisions";
import { refuseConsent, resendInvitation } from "@/lib/domain/scenes";
import { finishScene } from "@/lib/domain/scenes/cancel-scene";
import { expireScenes } from "@/lib/domain/scenes/expire-scenes";
import { SIGNING_MS } from "@/lib/domain/scenes/labels";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { call } from "@/lib/testing/api";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makeKey, makePartner, portalCtx, systemCtx } from "@/lib/testing/factories";
import { approveIdentity, makeSubmittedFor } from "@/lib/testing/identity-checks";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { cancelJob, readJob, readJobMark, startJob, viewJob } from "./index";

const SHOT = new Date("2026-09-04T15:00:00.000Z");

/** A real job of a partner that pays by invoice, with two performers, whom we mailed. */
async function started({ productionDate = SHOT } = {}) {
  const partner = await makePartner();
  const ctx = keyCtx(partner, await makeKey(partner));
  const emails = [freshEmail("ada"), freshEmail("grace")];
  const content = { contentId: "post-1001", title: "Summer at the lake", productionDate };
  const performers = emails.map((email) => ({ email }));
  const { job } = await startJob(ctx, { jobId: "job-77", ...content, performers });
  const { id, sceneId } = await db.verificationJob.findFirstOrThrow({ where: { partnerId: partner.id } });
  await finishScene(systemCtx(), sceneId);
  const [ada, grace] = await db.scenePerformer.findMany({ where: { sceneId }, orderBy: { position: "asc" } });
  if (!ada || !grace) throw new Error("a performer is missing");
  const read = () => readJob(ctx, "job-77");
  return {
    ...{ partner, ctx, job, id, sceneId, ada, grace, read },
    statuses: async () => (await read()).performers.map(({ status }) => status),
    sent: async () => (await eventsOf(partner)).map(({ type, data }) => ({ type, data })),
  };
}

const verification = { id: "job-77", contentId: "post-1001" };
const forms = ({ email }: { email: string }) => ({
  type: "performer.forms_signed",
  data: { verification, performer: { email, status: "forms_signed" } },
});
const verified = ({ email }: { email: string }) => ({
  type: "performer.id_verified",
  data: { verification, performer: { email, status: "id_verified" } },
});

describe("starting a job", () => {
  it("answers what it costs and who is asked, invites them, and creates no user, event or scene to see", async () => {
    const { partner, job, id, sceneId, ada, grace, sent } = await started();
    const fees = {
      sceneFeeCents: 500,
      onboardingFeeCents: 5000,
      totalCents: 5500,
      charged: false,
      paymentChargeId: null,
    };
    expect(job).toEqual({
      id: "job-77",
      status: "pending",
      performers: [ada, grace].map(({ email }) => ({ email, status: "pending" })),
      fees: { ...fees, billedTo: "platform_invoice", chargeError: null },
      expiresAt: expect.any(String),
    });
    for (const { email } of [ada, grace]) {
      expect((await mailsTo(email)).map(({ template }) => template)).toEqual(["consent_invitation"]);
      expect(await db.user.count({ where: { email } })).toBe(0);
    }
    expect(await sent()).toEqual([]);
    expect(await linesOn(id)).toMatchObject([{ action: "verification_job.started", partnerId: partner.id }]);
    const scene = await linesOn(sceneId);
    expect(new Set(scene.map(({ partnerId }) => partnerId))).toEqual(new Set([null]));
  });

  it("answers what it needs only if the call said so", async () => {
    const { key } = await makeKey(await makePartner());
    const body = {
      contentId: "post-1",
      title: "Lake",
      productionDate: SHOT.toISOString(),
      performers: [{ email: freshEmail() }],
    };
    const requiredConsents = { uses: ["distribution", "resale"], acts: ["kissing"] };
    const made = await call(POST, { key, body: { ...body, id: "with", requiredConsents } });
    expect(made).toMatchObject({ status: 201, body: { requiredConsents } });
    expect(await call(GET, { key, params: { id: "with" } })).toMatchObject({ body: made.body });
    expect((await call(POST, { key, body: { ...body, id: "without" } })).body).not.toHaveProperty("requiredConsents");
  });

  it("takes an id once for each partner, ten calls at once and another body included", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const { key } = await makeKey(partner);
    const body = {
      id: "weekly/№ 7?",
      contentId: "post-1",
      title: "Lake",
      productionDate: SHOT.toISOString(),
      performers: [{ email: freshEmail() }],
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(POST, { key, body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(9).fill(200), 201]);
    const again = await call(POST, { key, body: { ...body, title: "Sea", performers: [{ email: freshEmail() }] } });
    expect(again).toMatchObject({ status: 200, body: answers[0]?.body });
    for (const table of ["collabScene", "sceneFee", "verificationJob"] as const) {
      expect(await db[table as "collabScene"].count({ where: { partnerId: partner.id } }), table).toBe(1);
    }
    expect(await call(GET, { key, params: { id: body.id } })).toMatchObject({ status: 200, body: again.body });
    const { key: theirs } = await makeKey(other);
    expect((await call(GET, { key: theirs, params: { id: body.id } })).status).toBe(404);
    expect((await call(POST, { key: theirs, body })).status).toBe(201);
  });

  it("refuses ids without end or place in a path, and performers named twice", async () => {
    const { key } = await makeKey(await makePartner());
    const email = freshEmail();
    const body = {
      id: "a",
      contentId: "b",
      title: "Lake",
      productionDate: SHOT.toISOString(),
      performers: [{ email }],
    };
    const bad = [
      [{ id: "x".repeat(256) }, "id"],
      [{ id: ".." }, "id"],
      [{ contentId: "x".repeat(256) }, "contentId"],
      [{ productionDate: "1899-12-31T00:00:00Z" }, "productionDate"],
      [{ performers: [{ email }, { email: email.toUpperCase() }] }, "performers.1.email"],
    ] as const;
    for (const [part, field] of bad) {
      expect(await call(POST, { key, body: { ...body, ...part } })).toMatchObject({ status: 400, body: { field } });
    }
    expect(await call(POST, { key, body: {} })).toMatchObject({ body: { code: "missing_parameter", field: "id" } });
    expect(await call(POST, { key, body: { ...body, id: "x".repeat(255) } })).toMatchObject({ status: 201 });
  });

  it("is for roles that may", async () => {
    const partner = await makePartner();
    const input = {
      jobId: "a",
      contentId: "b",
      title: "Lake",
      productionDate: SHOT,
      performers: [{ email: freshEmail() }],
    };
    await expect(startJob(portalCtx(partner, "viewer"), input)).rejects.toMatchObject({ status: 403 });
    await startJob(portalCtx(partner, "admin"), input);
    await expect(cancelJob(portalCtx(partner, "viewer"), { jobId: "a" })).rejects.toMatchObject({ status: 403 });
  });
});

describe("a job's performers", () => {
  it("can be invited again by the team after a day", async () => {
    const { partner, id, ada } = await started();
    const admin = portalCtx(partner, "admin");
    await expect(resendInvitation(admin, ada.id)).rejects.toMatchObject({ status: 429 });
    clock.advance(DAY_MS);
    await resendInvitation(admin, ada.id);
    expect(await mailsTo(ada.email)).toHaveLength(2);
    expect((await viewJob(admin, id)).history[0]).toMatchObject({ did: "Invitation resent", to: ada.email });
  });

  it("are told of when they act: a verified one at once, a new one after the ID. The last completes the job", async () => {
    const { partner, id, ada, grace, sent, statuses, read } = await started();
    await sign(await openVerified(ada), ada);
    expect(await sent()).toEqual([forms(ada), verified(ada)]);
    await sign(await openLink(grace), grace);
    expect(await statuses()).toEqual(["id_verified", "forms_signed"]);
    const { staff, checkId } = await makeSubmittedFor(grace.email);
    await approveIdentity(staff, { checkId });
    expect(await sent()).toEqual([forms(ada), verified(ada), forms(grace), verified(grace)]);
    expect(await read()).toMatchObject({ status: "completed", performers: [{}, { status: "id_verified" }] });
    const { history, isOpen } = await viewJob(portalCtx(partner), id);
    expect(history.map(({ did }) => did).toSorted()).toEqual(
      ["Completed", "signed the forms", "signed the forms", "Started", "is verified", "is verified"].toSorted(),
    );
    expect(isOpen).toBe(false);
  });

  it("only signed while an ID is rejected, or says that they were too young on the day", async () => {
    const { ada, grace, sent, statuses } = await started({ productionDate: new Date("2022-06-02T11:59:59Z") });
    await sign(await openLink(ada), ada);
    const { staff, checkId } = await makeSubmittedFor(ada.email);
    await rejectIdentity(staff, { checkId, reason: "document_unreadable", note: "" });
    await sign(await openLink(grace), grace);
    const id = { email: grace.email, legalName: "Grace Example", birthDate: "2004-06-02" };
    await importIdentity(systemCtx(), { ...id, verifiedAt: new Date("2026-01-01") });
    expect(await sent()).toEqual([forms(ada), forms(grace)]);
    expect(await statuses()).toEqual(["forms_signed", "forms_signed"]);
    expect((await linesOn(grace.id)).map(({ action }) => action)).toContain("scene_performer.under_age_at_shoot");
  });

  it("look unsigned to the partner if they left out what the job needs", async () => {
    const { partner, id, ada, sent, statuses } = await started();
    const before = { statuses: await statuses(), view: await viewJob(portalCtx(partner), id) };
    const ctx = await openVerified(ada);
    const mark = await readJobMark(portalCtx(partner), id);
    await sign(ctx, ada, ["distribution"]);
    expect(await sent()).toEqual([]);
    expect({ statuses: await statuses(), view: await viewJob(portalCtx(partner), id) }).toEqual(before);
    expect(await readJobMark(portalCtx(partner), id)).toEqual(mark);
    expect((await linesOn(ada.id)).filter(({ partnerId }) => partnerId !== null)).toEqual([]);
  });

  it("end it in silence when one refuses. The partner doesn't learn why", async () => {
    const { partner, id, ada, grace, sent, read } = await started();
    await sign(await openLink(ada), ada);
    await refuseConsent(await openLink(grace), { performerId: grace.id, reason: "not_me", note: "Never heard of it." });
    expect(await sent()).toEqual([forms(ada)]);
    expect(await read()).toMatchObject({
      status: "blocked",
      performers: [{ status: "forms_signed" }, { status: "refused" }],
    });
    expect(JSON.stringify(await viewJob(portalCtx(partner), id))).not.toMatch(/not_me|Never heard/);
    await expect(cancelJob(portalCtx(partner), { id })).rejects.toMatchObject({ code: "job_not_cancellable" });
  });

  it("have 14 days, after which a late ID changes nothing and nothing is sent", async () => {
    const { ctx, ada, sent, read, statuses } = await started();
    await sign(await openLink(ada), ada);
    const { staff, checkId } = await makeSubmittedFor(ada.email);
    clock.advance(SIGNING_MS);
    await expect(cancelJob(ctx, { jobId: "job-77" })).rejects.toMatchObject({ code: "job_not_cancellable" });
    await approveIdentity(staff, { checkId });
    await expireScenes(systemCtx());
    expect(await sent()).toEqual([forms(ada)]);
    expect([(await read()).status, await statuses()]).toEqual(["blocked", ["forms_signed", "pending"]]);
  });
});

it("is canceled once by calls at once, with one event", async () => {
  const { ctx, partner, id, sceneId, ada, sent, read } = await started();
  const calls = [{ jobId: "job-77" }, { id }, { jobId: "job-77" }].map((named) => cancelJob(ctx, named));
  const answers = await Promise.all(calls);
  expect(new Set(answers.map(({ cancelledAt }) => cancelledAt)).size).toBe(1);
  expect(answers[0]).toMatchObject({ id: "job-77", status: "cancelled", refunded: false });
  expect(await sent()).toEqual([
    { type: "verification.cancelled", data: { verification: { ...verification, status: "cancelled" } } },
  ]);
  expect((await read()).status).toBe("cancelled");
  const cancelled = [...(await linesOn(id)), ...(await linesOn(sceneId))].filter(({ action }) =>
    action.endsWith("cancelled"),
  );
  expect(cancelled).toMatchObject([{ partnerId: partner.id }, { partnerId: null }]);
  await expect(openLink(ada)).rejects.toMatchObject({ code: "scene_closed" });
  await expect(cancelJob(keyCtx(await makePartner()), { id })).rejects.toMatchObject({ status: 404 });
});
