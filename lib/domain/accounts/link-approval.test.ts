import { expect, it } from "vitest";
import { sha256, sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { linesOn } from "@/lib/testing/effects";
import { makeAccount, makePartner, personCtx } from "@/lib/testing/factories";
import { LINK_APPROVAL_VERSION, linkApprovalOf } from "./link-approval";
import { approveLink, declineLink, withdrawLink } from "./link-requests";

/** A person whom a platform asked. */
async function asked() {
  const partner = await makePartner();
  const account = await makeAccount(partner, { link: "pending" });
  const ctx = personCtx(account.person);
  const approvals = () => db.attestation.findMany({ where: { userId: account.person.id }, orderBy: { id: "asc" } });
  const request = () => db.linkRequest.findUniqueOrThrow({ where: { accountId: account.id } });
  return { partner, account, ctx, approvals, request, approval: linkApprovalOf(partner.name) };
}

it("an approval's words belong to its version", () => {
  // Somebody approves these words. When the hash changes, so must the version.
  expect([LINK_APPROVAL_VERSION, sha256Hex(linkApprovalOf("Platform").text)]).toEqual([
    "link-approval-2026-11-23",
    "08a28a233dd86bcff2e803d2bf1415920159f11ccd1a9d13954d6585dff7f783",
  ]);
});

it("the text has every line that the pages show, and names the platform", () => {
  const { text, parts } = linkApprovalOf("Platform");
  for (const { title, lines } of parts) for (const words of [title, ...lines]) expect(text).toContain(words);
  expect(linkApprovalOf("Another").shown).not.toBe(linkApprovalOf("Platform").shown);
});

it("an approved link leaves one attestation, also after several clicks at once, with the exact text and who, from where", async () => {
  const { account, ctx, approvals, request, approval } = await asked();
  const { text, shown } = approval;
  await Promise.all([1, 2, 3].map(() => approveLink(ctx, account.id, { shown })));
  await approveLink(ctx, account.id, { shown });
  const { id: requestId, decidedAt } = await request();
  const [approved, ...more] = await approvals();
  expect(more).toEqual([]);
  expect(approved).toMatchObject({
    kind: "link_approval",
    subjectKind: "link_request",
    subjectId: requestId,
    text,
    textVersion: LINK_APPROVAL_VERSION,
    textSha256: new Uint8Array(sha256(text)),
    email: account.email,
    proof: "session",
    visitId: null,
    ip: ctx.ip,
    userAgent: ctx.userAgent,
    attestedAt: decidedAt,
  });
  const line = (await linesOn(requestId)).find(({ action }) => action === "link_request.approved");
  expect(JSON.parse(line?.detail ?? "")).toMatchObject({ approval: approved?.id, ip: ctx.ip });
});

it("a declined link leaves none", async () => {
  const { account, ctx, approvals } = await asked();
  await declineLink(ctx, account.id);
  await expect(approveLink(ctx, account.id)).rejects.toMatchObject({ code: "link_already_declined" });
  expect(await approvals()).toEqual([]);
});

it("a text that is no longer the one shown approves nothing", async () => {
  const { partner, account, ctx, approvals, request, approval } = await asked();
  await db.partner.update({ where: { id: partner.id }, data: { name: "Renamed" } });
  const late = approveLink(ctx, account.id, { shown: approval.shown });
  await expect(late).rejects.toMatchObject({ status: 409, code: "link_changed" });
  expect(await request()).toMatchObject({ decision: "pending", decidedAt: null });
  expect(await approvals()).toEqual([]);
});

it("approving again after unlinking is another act, and leaves the first as it was", async () => {
  const { account, ctx, approvals } = await asked();
  await approveLink(ctx, account.id);
  const [first] = await approvals();
  await withdrawLink(ctx, account.id);
  await approveLink(ctx, account.id, { reconsiders: true });
  const all = await approvals();
  expect(all).toHaveLength(2);
  expect(all[0]).toEqual(first);
});
