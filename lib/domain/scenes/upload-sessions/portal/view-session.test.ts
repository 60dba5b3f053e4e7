import { expect, test } from "vitest";
import { sha256Hex } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeDepiction, makePartner, personCtx, portalCtx } from "@/lib/testing/factories";
import { attestIn, makeUploadSession } from "@/lib/testing/upload-sessions";
import { openAttestationCopy } from "../copies/open-attestation-copy";
import { createUploadSession } from "../create-session";
import { findSessionByToken } from "../queries";
import { viewUploadSession } from "./view-session";

test("shows a pending session with its link, and a completed one with the statement instead", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "developer");
  const session = await makeUploadSession(partner);
  const before = await viewUploadSession(ctx, session.id);
  expect(before).toMatchObject({ status: "pending", attestation: null, scene: null, depictionId: null });
  const token = before.attestationUrl?.split("/attest/")[1] ?? "";
  expect(await findSessionByToken(token)).toMatchObject({ id: session.id });
  const { text } = await attestIn(session);
  const after = await viewUploadSession(ctx, session.id);
  expect(after).toMatchObject({ status: "completed", attestationUrl: null });
  expect(after.attestation).toMatchObject({ text, sha256: sha256Hex(text), ip: "203.0.113.7", userAgent: "vitest" });
  const { email, userId } = session.account;
  for (const hidden of [email, userId ?? "none"]) expect(JSON.stringify([before, after])).not.toContain(hidden);
});

test("shows the link, which attests, only to roles that may create sessions", async () => {
  const partner = await makePartner();
  const { id } = await makeUploadSession(partner);
  for (const [role, shown] of [
    ["owner", true],
    ["admin", true],
    ["developer", true],
    ["viewer", false],
  ] as const) {
    const session = await viewUploadSession(portalCtx(partner, role), id);
    expect(session.attestationUrl !== null, role).toBe(shown);
  }
});

test("another partner's session is not found, like an unknown one", async () => {
  const { id } = await makeUploadSession();
  const ctx = portalCtx(await makePartner());
  for (const sent of [id, newId(), "x\0"])
    await expect(viewUploadSession(ctx, sent)).rejects.toMatchObject({ status: 404 });
});

test("leads to the depiction of the same account with the same content id only", async () => {
  const partner = await makePartner();
  const { id: accountId } = await makeAccount(partner, { status: "active" });
  const session = await makeUploadSession(partner, { accountId, contentId: "post-1" });
  await makeDepiction(partner, { externalContentId: "post-1" });
  await makeDepiction(partner, { accountId, externalContentId: "POST-1" });
  const shown = async () => (await viewUploadSession(portalCtx(partner), session.id)).depictionId;
  expect(await shown()).toBeNull();
  const { id } = await makeDepiction(partner, { accountId, externalContentId: "post-1" });
  expect(await shown()).toBe(id);
});

test("a developer creates a session, a viewer doesn't, and the timeline names only the partner's team", async () => {
  const partner = await makePartner();
  const account = await makeAccount(partner, { status: "active" });
  const body = {
    ...({ contentId: "test-1", contentType: "image", contentTitle: "Test", detectedFaceCount: 1 } as const),
    uploaderExternalUserId: account.externalUserId,
  };
  await expect(createUploadSession(portalCtx(partner, "viewer"), body)).rejects.toMatchObject({ status: 403 });
  const ctx = portalCtx(partner, "developer");
  const { sessionId } = await createUploadSession(ctx, body);
  await attestIn({ id: sessionId });
  await openAttestationCopy(portalCtx(partner, "admin"), sessionId);
  await openAttestationCopy(personCtx(account.person), sessionId);
  const { history } = await viewUploadSession(ctx, sessionId);
  const by = partner.users.developer.email;
  expect(history.map(({ did, by }) => [did, by])).toEqual([
    ["PDF downloaded", partner.users.admin.email],
    ["Completed", undefined],
    ["Created", by],
  ]);
});
