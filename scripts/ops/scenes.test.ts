import { describe, expect, it } from "vitest";
import { extendScene } from "@/lib/domain/scenes";
import { completeCollab } from "@/lib/domain/scenes/upload-sessions";
import { DAY_MS } from "@/lib/platform/duration";
import { freshEmail, keyCtx, makeKey, makePartner, systemCtx } from "@/lib/testing/factories";
import { opsCommands } from "@/lib/testing/ops";
import { makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { clickOf, makeUploadSession } from "@/lib/testing/upload-sessions";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";

const { answer, ops } = opsCommands();

describe("scene", () => {
  it("list shows a partner's scenes, newest first, and continues after one", async () => {
    const partner = await makePartner();
    const first = await makeScene(partner, { title: "First", performers: [{}, {}] });
    const second = await makeScene(partner, { status: "cancelled", cancelledAt: new Date() });
    await makeScene();
    const words = ["scene", "list", "--partner", partner.id];
    const { scenes, next } = await answer(...words);
    expect(scenes).toMatchObject([
      { id: second.id, status: "cancelled" },
      {
        id: first.id,
        partnerId: partner.id,
        status: "pending_signatures",
        performers: 2,
        consented: 0,
        title: "First",
      },
    ]);
    expect(next).toBeNull();
    expect((await answer(...words, "--after", second.id)).scenes).toMatchObject([{ id: first.id }]);
    expect((await answer(...words, "--status", "greenlit")).scenes).toEqual([]);
    expect((await ops(words)).stdout).toContain("pending_signatures");
  });

  it("show tells where a scene, its mails and its charge are", async () => {
    const mailed = { mailedAt: new Date("2026-11-22T12:00:00Z"), mailRefusedAt: new Date("2026-11-22T12:01:00Z") };
    const scene = await makeScene(undefined, { performers: [mailed] });
    expect(await answer("scene", "show", scene.id)).toMatchObject({
      sceneId: scene.id,
      partnerId: scene.partnerId,
      status: "pending_signatures",
      performers: [
        {
          email: scene.performers[0]?.email,
          status: "pending_consent",
          invitedAt: "2026-11-22T12:00:00.000Z",
          mailRefusedAt: "2026-11-22T12:01:00.000Z",
        },
      ],
      fee: null,
      extensions: { rows: [], total: 0 },
      publications: { rows: [], total: 0 },
    });
  });

  it("show tells who extended and published a scene, and whether that was paid", async () => {
    const scene = await makeGreenlitScene();
    const partner = await makePartner();
    await extendScene(keyCtx(partner, await makeKey(partner)), scene.id);
    const { contentUrl } = await makePublication(scene, { partnerId: partner.id });
    const fee = { status: "unpaid", chargeError: "no_payment_method" };
    expect(await answer("scene", "show", scene.id)).toMatchObject({
      extensions: { rows: [{ partnerId: partner.id, partnerName: partner.name, fee }], total: 1 },
      publications: { rows: [{ partnerName: partner.name, contentUrl, removedAt: null }], total: 1 },
    });
  });
});

describe("session", () => {
  it("list shows a partner's sessions by status, and show has the attestation and the scene, but not the link", async () => {
    const partner = await makePartner({ collabScenes: true });
    const expired = await makeUploadSession(partner, { createdAt: new Date(Date.now() - 8 * DAY_MS) });
    const done = await makeUploadSession(partner, { detectedFaceCount: 2 });
    await completeCollab(systemCtx("attest"), { ...clickOf(done), performers: [freshEmail("other")] });
    await makeUploadSession();
    const words = ["session", "list", "--partner", partner.id];
    expect(await answer(...words)).toMatchObject({
      sessions: [
        { id: done.id, status: "completed", path: "collab", contentId: done.contentId },
        { id: expired.id, status: "expired", path: "solo", completedAt: null },
      ],
      next: null,
    });
    expect((await answer(...words, "--status", "pending")).sessions).toEqual([]);
    expect((await answer(...words, "--status", "expired")).sessions).toMatchObject([{ id: expired.id }]);
    const shown = await answer("session", "show", done.id);
    expect(shown).toMatchObject({
      sessionId: done.id,
      status: "completed",
      uploader: done.account.externalUserId,
      detectedFaceCount: 2,
      sceneId: expect.any(String),
      sceneStatus: "pending_signatures",
      attestation: { proof: "hosted_link" },
    });
    expect(JSON.stringify(shown)).not.toContain("/attest/");
  });
});

describe("verification", () => {
  it("list and show tell where jobs, their performers and their charges are", async () => {
    const partner = await makePartner();
    const job = await makeVerificationJob(partner, { jobId: "weekly-7" });
    const canceled = await makeVerificationJob(partner, { scene: { status: "cancelled", cancelledAt: new Date() } });
    const words = ["verification", "list", "--partner", partner.id];
    expect((await answer(...words)).jobs).toMatchObject([{ id: canceled.id }, { id: job.id, status: "pending" }]);
    expect((await answer(...words, "--status", "cancelled")).jobs).toMatchObject([{ id: canceled.id }]);
    expect((await answer(...words, "--after", canceled.id)).jobs).toMatchObject([{ jobId: "weekly-7", performers: 1 }]);
    expect(await answer("verification", "show", job.id)).toMatchObject({
      jobId: "weekly-7",
      scene: { uploader: null, performers: [{ status: "pending_consent" }], fee: { billedTo: "platform_invoice" } },
    });
  });
});
