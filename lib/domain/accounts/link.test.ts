import { describe, expect, it } from "vitest";
import { sha256, sha256Hex } from "@/lib/platform/crypto";
import { db, inTransaction } from "@/lib/platform/db";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import {
  keyCtx,
  makeAccount,
  makeIdentity,
  makePartner,
  makeUser,
  personCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { deriveStatusesOfUser } from "./account-status";
import { approveLink, declineLink, LINK_APPROVAL_VERSION, linkApprovalOf, withdrawLink } from "./link-requests";
import { readAccount } from "./queries";
import { deactivateAccount, reactivateAccount } from "./suspend-account";

const rowOf = (id: string) => db.soloAccount.findUniqueOrThrow({ where: { id }, include: { linkRequest: true } });

async function asked({ verified = false, plan = "platform_pays" as "platform_pays" | "creator_pays" } = {}) {
  const partner = await makePartner({ plan });
  const user = await makeUser();
  if (verified) await makeIdentity(user);
  const account = await makeAccount(partner, { userId: null, email: user.email, link: "pending" });
  await db.soloAccount.update({ where: { id: account.id }, data: { userId: null } });
  const approvals = () => db.attestation.findMany({ where: { userId: user.id }, orderBy: { id: "asc" } });
  const request = () => db.linkRequest.findUniqueOrThrow({ where: { accountId: account.id } });
  const approval = linkApprovalOf(partner.name);
  return { partner, user, account, person: personCtx(user), approvals, request, approval };
}

const approveIdentity = (user: { id: string }) =>
  inTransaction(async (tx) => {
    await makeIdentity(user, {}, tx);
    await deriveStatusesOfUser(tx, systemCtx("identity"), user.id);
  });

describe("approving a link", () => {
  it("makes a verified person's account active at once, with the date of the link: that of the check was for others", async () => {
    const { partner, user, account, person } = await asked({ verified: true });
    expect(await approveLink(person, account.id)).toEqual({ accountId: account.id, changed: true, status: "active" });
    expect(await rowOf(account.id)).toMatchObject({
      userId: user.id,
      status: "active",
      fundedBy: "platform",
      linkRequest: { decision: "approved" },
    });
    const { verifiedAt, linkRequest } = await rowOf(account.id);
    expect(verifiedAt).toEqual(linkRequest?.decidedAt);
    expect(await eventsOf(partner)).toMatchObject([
      { type: "solo_account.verified", data: { accountId: account.id, verifiedAt: verifiedAt?.toISOString() } },
    ]);
  });

  it("dates no account before itself: a check brought along from years ago counts from the day it was provisioned", async () => {
    const account = await makeAccount();
    await makeIdentity(account.person, { verifiedAt: new Date("2020-02-02T00:00:00.000Z") });
    await inTransaction((tx) => deriveStatusesOfUser(tx, systemCtx("identity"), account.person.id));
    const { status, verifiedAt, createdAt } = await rowOf(account.id);
    expect({ status, verifiedAt }).toEqual({ status: "active", verifiedAt: createdAt });
  });

  it("links a person who is not verified yet, and the verification then counts", async () => {
    const { partner, user, account, person } = await asked();
    expect(await approveLink(person, account.id)).toMatchObject({ changed: true, status: "pending_id_verification" });
    expect(await eventsOf(partner)).toEqual([]);
    await approveIdentity(user);
    expect(await rowOf(account.id)).toMatchObject({ status: "active" });
    expect(await eventsOf(partner)).toHaveLength(1);
  });

  it("leaves the payment to a person who pays, whatever the platform's plan", async () => {
    const { partner, user, account, person } = await asked({ verified: true });
    await db.subscription.create({ data: { userId: user.id, active: true } });
    expect(await approveLink(person, account.id)).toMatchObject({ status: "active" });
    await expect(deactivateAccount(keyCtx(partner), account.id)).rejects.toMatchObject({
      code: "CREATOR_PAYS_OWN_SUBSCRIPTION",
    });
  });

  it("for a creator-pays partner waits for the subscription", async () => {
    const { user, account, person } = await asked({ verified: true, plan: "creator_pays" });
    expect(await approveLink(person, account.id)).toMatchObject({ status: "pending_id_verification" });
    await db.subscription.create({ data: { userId: user.id, active: true } });
    await inTransaction((tx) => deriveStatusesOfUser(tx, systemCtx(), user.id));
    expect(await rowOf(account.id)).toMatchObject({ status: "active" });
  });

  it("does not lift a hold: a creator deactivated meanwhile comes back by the partner only", async () => {
    const { partner, account, person } = await asked({ verified: true });
    await deactivateAccount(keyCtx(partner), account.id);
    expect(await approveLink(person, account.id)).toMatchObject({ changed: true, status: "suspended" });
    expect(await reactivateAccount(keyCtx(partner), account.id)).toMatchObject({ status: "active" });
  });

  it("again changes nothing", async () => {
    const { partner, account, person } = await asked({ verified: true });
    await approveLink(person, account.id);
    const before = await rowOf(account.id);
    expect(await approveLink(person, account.id)).toEqual({ accountId: account.id, changed: false, status: "active" });
    expect(await rowOf(account.id)).toEqual(before);
    expect(await eventsOf(partner)).toHaveLength(1);
  });

  it("is for the person who was asked", async () => {
    const { account } = await asked({ verified: true });
    const linked = await makeAccount();
    const stranger = await makeUser();
    for (const verb of [approveLink, declineLink]) {
      await expect(verb(personCtx(stranger), account.id)).rejects.toMatchObject({ status: 404 });
      await expect(verb(personCtx(linked.person), linked.id)).rejects.toMatchObject({ status: 404 });
    }
    expect(await rowOf(account.id)).toMatchObject({ userId: null, linkRequest: { decision: "pending" } });
  });
});

describe("declining a link", () => {
  it("is final, and the partner sees nothing of it", async () => {
    const { partner, account, person, approvals } = await asked({ verified: true });
    const before = await readAccount(keyCtx(partner), account.id);
    const answer = { accountId: account.id, status: "pending_id_verification" };
    expect(await declineLink(person, account.id)).toEqual({ ...answer, changed: true });
    expect(await declineLink(person, account.id)).toEqual({ ...answer, changed: false });
    await expect(approveLink(person, account.id)).rejects.toMatchObject({ status: 409, code: "link_already_declined" });
    expect(await rowOf(account.id)).toMatchObject({ userId: null, linkRequest: { decision: "declined" } });
    expect(await approvals()).toEqual([]);
    expect(await readAccount(keyCtx(partner), account.id)).toEqual(before);
    expect(await eventsOf(partner)).toEqual([]);
    expect(await db.ledgerEntry.count({ where: { partnerId: partner.id } })).toBe(0);
  });

  it("cannot follow an approval", async () => {
    const { account, person } = await asked({ verified: true });
    await approveLink(person, account.id);
    await expect(declineLink(person, account.id)).rejects.toMatchObject({ status: 409, code: "link_already_approved" });
    expect(await rowOf(account.id)).toMatchObject({ status: "active" });
  });
});

describe("at once", () => {
  it.each([1, 2, 3, 4])("approving and declining have one winner (%i)", async () => {
    const { account, person } = await asked({ verified: true });
    const results = await Promise.allSettled([approveLink(person, account.id), declineLink(person, account.id)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const { userId, linkRequest } = await rowOf(account.id);
    expect(userId !== null).toBe(linkRequest?.decision === "approved");
  });

  it.each([1, 2, 3, 4, 5, 6])("an identity approved while the link is cannot be missed (%i)", async () => {
    const { partner, user, account, person } = await asked();
    await Promise.all([approveLink(person, account.id), approveIdentity(user)]);
    expect(await rowOf(account.id)).toMatchObject({ status: "active" });
    expect(await eventsOf(partner)).toHaveLength(1);
  });

  it.each([1, 2, 3, 4])("an identity approved while the partner deactivates is not lost either (%i)", async () => {
    const partner = await makePartner();
    const account = await makeAccount(partner);
    await Promise.all([deactivateAccount(keyCtx(partner), account.id), approveIdentity(account.person)]);
    expect(await rowOf(account.id)).toMatchObject({ status: "suspended", suspendReason: "partner_deactivated" });
    expect(await reactivateAccount(keyCtx(partner), account.id)).toMatchObject({ status: "active" });
  });
});

describe("settling a person's accounts", () => {
  it("activates every one of them, and sends each platform its own event", async () => {
    const user = await makeUser();
    const partners = await Promise.all([makePartner(), makePartner(), makePartner({ plan: "creator_pays" })]);
    const accounts = await Promise.all(partners.map((partner) => makeAccount(partner, { userId: user.id })));
    await makeIdentity(user);
    for (let twice = 0; twice < 2; twice++) {
      await inTransaction((tx) => deriveStatusesOfUser(tx, staffCtx({ id: "custodian" }), user.id));
    }
    const rows = await Promise.all(accounts.map(({ id }) => rowOf(id)));
    expect(rows.map(({ status }) => status)).toEqual(["active", "active", "pending_id_verification"]);
    expect((await Promise.all(partners.map(eventsOf))).map((events) => events.length)).toEqual([1, 1, 0]);
  });
});

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
  const { account, person: ctx, approvals, request, approval } = await asked();
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

it("a text that is no longer the one shown approves nothing", async () => {
  const { partner, account, person: ctx, approvals, request, approval } = await asked();
  await db.partner.update({ where: { id: partner.id }, data: { name: "Renamed" } });
  const late = approveLink(ctx, account.id, { shown: approval.shown });
  await expect(late).rejects.toMatchObject({ status: 409, code: "link_changed" });
  expect(await request()).toMatchObject({ decision: "pending", decidedAt: null });
  expect(await approvals()).toEqual([]);
});

it("approving again after unlinking is another act, and leaves the first as it was", async () => {
  const { account, person: ctx, approvals } = await asked();
  await approveLink(ctx, account.id);
  const [first] = await approvals();
  await withdrawLink(ctx, account.id);
  await approveLink(ctx, account.id, { reconsiders: true });
  const all = await approvals();
  expect(all).toHaveLength(2);
  expect(all[0]).toEqual(first);
});
