import { beforeEach, describe, expect, it } from "vitest";
import {
  acceptInvitation,
  changeRole,
  createPartner,
  findInvitation,
  inviteMember,
  listInvitationsOf,
  listTeam,
  removeMember,
  setPartnerStatus,
  withdrawInvitation,
} from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { sha256 } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import {
  freshEmail,
  makeCustodian,
  makeMember,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { findKeyByHash } from "../keys/find-key";
import { ROLES } from "../people";
import { invitationMail } from "./invitations";

const ownersOf = (partnerId: string) => db.partnerMember.count({ where: { partnerId, role: "owner" } });
const actionsOn = async (subjectId: string) => (await linesOn(subjectId)).map(({ action }) => action);

beforeEach(() => clock.freeze("2026-11-21T12:00:00.000Z"));
describe("create", () => {
  it("creates the partner, its owner and a test key", async () => {
    const email = freshEmail("owner");
    const made = await createPartner(systemCtx("ops"), {
      name: " Acme\n Media ",
      plan: "platform_pays",
      ownerEmail: ` ${email.toUpperCase()} `,
    });
    expect(made.ownerEmail).toBe(email);
    expect(made.testKey).toMatch(/^svc_test_/);
    expect(await findKeyByHash(sha256(made.testKey))).toMatchObject({ partnerId: made.partnerId, mode: "test" });
    expect(await db.partner.findUniqueOrThrow({ where: { id: made.partnerId } })).toMatchObject({
      name: "Acme Media",
      status: "active",
      collabScenes: false,
    });
    expect(await ownersOf(made.partnerId)).toBe(1);
    expect(await actionsOn(made.partnerId)).toEqual(["partner.created"]);
  });

  it("accepts an existing user as owner, even for two partners at once", async () => {
    const email = freshEmail("owner");
    const create = () => createPartner(systemCtx(), { name: "Acme", plan: "creator_pays", ownerEmail: email });
    const [first, second] = await Promise.all([create(), create()]);
    expect(second.ownerId).toBe(first.ownerId);
    expect(await db.user.count({ where: { email } })).toBe(1);
  });
});

it("deactivates and activates once each, and clears cached keys", async () => {
  const { partnerId, testKey } = await createPartner(systemCtx(), {
    name: "Acme",
    plan: "platform_pays",
    ownerEmail: freshEmail(),
  });
  expect(await findKeyByHash(sha256(testKey))).toMatchObject({ partnerActive: true });
  expect(await setPartnerStatus(systemCtx(), { partnerId, status: "inactive" })).toEqual({ changed: true });
  expect(await findKeyByHash(sha256(testKey))).toMatchObject({ partnerActive: false });
  expect(await setPartnerStatus(systemCtx(), { partnerId, status: "inactive" })).toEqual({ changed: false });
  expect(await setPartnerStatus(systemCtx(), { partnerId, status: "active" })).toEqual({ changed: true });
  expect(await actionsOn(partnerId)).toEqual(["partner.created", "partner.deactivated", "partner.activated"]);
  await expect(setPartnerStatus(systemCtx(), { partnerId: "none", status: "active" })).rejects.toMatchObject({
    status: 404,
  });
});

describe("invitations", () => {
  it("tell a custodian in the mail, and nobody else, what they can't handle once they join", async () => {
    const [partner, custodian] = [await makePartner(), await makeCustodian()];
    for (const [email, isCustodian] of [
      [custodian.email, true],
      [freshEmail("invited"), false],
    ] as const) {
      const answer = await inviteMember(portalCtx(partner), { email, role: "viewer" });
      expect(Object.keys(answer).sort()).toEqual(["email", "expiresAt", "invitationId"]);
      const [mail] = await mailsTo(email);
      const text = JSON.stringify(invitationMail.compose(invitationMail.propsSchema.parse(mail?.props)).body);
      expect(text.includes("custodians of records")).toBe(isCustodian);
    }
  });

  it("mail a link that only the invited mailbox can accept, once", async () => {
    const partner = await makePartner();
    const email = freshEmail("invited");
    const { invitationId } = await inviteMember(portalCtx(partner), {
      email: ` ${email.toUpperCase()}`,
      role: "developer",
    });
    const [mail] = await mailsTo(email);
    const token = (mail?.url ?? "").split("/").at(-1) ?? "";
    expect(await findInvitation(token)).toMatchObject({
      id: invitationId,
      email,
      state: "open",
      partnerName: partner.name,
    });
    expect(await findInvitation(`${token}x`)).toBeNull();

    const [invited, other] = [await makeUser({ email }), await makeUser()];
    await expect(acceptInvitation(personCtx(other), { invitationId })).rejects.toMatchObject({ status: 404 });
    expect(await listInvitationsOf(personCtx(other))).toEqual([]);
    expect(await listInvitationsOf(personCtx(invited))).toMatchObject([{ id: invitationId }]);

    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => acceptInvitation(personCtx(invited), { invitationId })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await findInvitation(token)).toMatchObject({ state: "accepted" });
    expect(await db.partnerMember.findMany({ where: { userId: invited.id } })).toMatchObject([
      { partnerId: partner.id, role: "developer" },
    ]);
    expect(await actionsOn(invitationId)).toEqual(["partner_invitation.sent", "partner_invitation.accepted"]);
    await expect(inviteMember(portalCtx(partner), { email, role: "viewer" })).rejects.toMatchObject({
      code: "already_member",
    });
  });

  it("end after seven days, on withdrawal, and when sent again", async () => {
    const partner = await makePartner();
    const user = await makeUser();
    const invite = () => inviteMember(portalCtx(partner), { email: user.email, role: "viewer" });
    const accept = (invitationId: string) => acceptInvitation(personCtx(user), { invitationId });
    const closed = { status: 409, code: "invitation_closed" };

    const first = await invite();
    const second = await invite();
    await expect(accept(first.invitationId)).rejects.toMatchObject(closed);
    clock.advance(7 * DAY_MS);
    await expect(accept(second.invitationId)).rejects.toMatchObject(closed);
    const third = await invite();
    await withdrawInvitation(portalCtx(partner), third);
    await expect(accept(third.invitationId)).rejects.toMatchObject(closed);
    await expect(withdrawInvitation(portalCtx(partner), third)).rejects.toMatchObject({ status: 404 });
    const fourth = await invite();
    clock.advance(7 * DAY_MS - 1);
    await accept(fourth.invitationId);
  });

  it("mail one mailbox at most five times a day, including withdrawn ones, without limiting others", async () => {
    const partner = await makePartner();
    const email = freshEmail("invited");
    const invite = (address = email) => inviteMember(portalCtx(partner), { email: address, role: "viewer" });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => invite()));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await mailsTo(email)).toHaveLength(5);
    const { invitations } = await listTeam(portalCtx(partner));
    await expect(invite()).rejects.toMatchObject({
      status: 429,
      message: `Your team invited ${email} 5 times in the last 24 hours, the most we send. Your last invitation still works.`,
    });
    await withdrawInvitation(portalCtx(partner), { invitationId: invitations[0]?.id ?? "" });
    await expect(invite()).rejects.toMatchObject({
      message: `Your team invited ${email} 5 times in the last 24 hours, the most we send. Try again tomorrow.`,
    });
    expect(await mailsTo(email)).toHaveLength(5);

    await invite(freshEmail("another"));
    await inviteMember(portalCtx(await makePartner()), { email, role: "viewer" });
    expect(await mailsTo(email)).toHaveLength(6);
    clock.advance(DAY_MS);
    await invite();
    expect(await mailsTo(email)).toHaveLength(7);
  });

  it("are limited to a hundred a day per team", async () => {
    const partner = await makePartner();
    const invite = () => inviteMember(portalCtx(partner), { email: freshEmail(), role: "viewer" });
    for (let n = 0; n < 100; n++) await withdrawInvitation(portalCtx(partner), await invite());
    await expect(invite()).rejects.toMatchObject({ status: 429, message: expect.stringContaining("100 invitations") });
    clock.advance(DAY_MS);
    await invite();
  });

  it("can't be withdrawn by another partner", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const invitation = await inviteMember(portalCtx(partner), { email: freshEmail(), role: "viewer" });
    await expect(withdrawInvitation(portalCtx(other), invitation)).rejects.toMatchObject({ status: 404 });
    expect((await listTeam(portalCtx(partner))).invitations).toHaveLength(1);
    expect((await listTeam(portalCtx(other))).invitations).toEqual([]);
  });

  it("need an address", async () => {
    const partner = await makePartner();
    for (const email of ["", "ada", "ada@", "a@b\n.example", "ada@example.com, bob@example.com"]) {
      const attempt = inviteMember(portalCtx(partner), { email, role: "viewer" });
      await expect(attempt).rejects.toMatchObject({ status: 400, field: "email" });
    }
  });
});

describe("the team", () => {
  it.each(["admin", "developer", "viewer"] as const)("can't be managed by a %s", async (role) => {
    const partner = await makePartner();
    const ctx = portalCtx(partner, role);
    const { id: userId } = partner.users.viewer;
    const invitation = await inviteMember(portalCtx(partner), { email: freshEmail(), role: "viewer" });
    for (const attempt of [
      () => inviteMember(ctx, { email: freshEmail(), role: "owner" }),
      () => withdrawInvitation(ctx, invitation),
      () => changeRole(ctx, { userId: ctx.actor.userId, role: "owner" }),
      () => removeMember(ctx, { userId: partner.users.owner.id }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
    }
    expect((await listTeam(ctx)).members.map((member) => member.userId)).toContain(userId);
    await removeMember(ctx, { userId: ctx.actor.userId });
    await expect(removeMember(ctx, { userId: ctx.actor.userId })).rejects.toMatchObject({ status: 404 });
  });

  it("changes roles and permissions at once", async () => {
    const partner = await makePartner();
    const { admin } = partner.users;
    expect(await changeRole(portalCtx(partner), { userId: admin.id, role: "owner" })).toEqual({ changed: true });
    expect(await changeRole(portalCtx(partner), { userId: admin.id, role: "owner" })).toEqual({ changed: false });
    await changeRole(portalCtx(partner, "admin"), { userId: partner.users.owner.id, role: "viewer" });
    await expect(changeRole(portalCtx(partner), { userId: admin.id, role: "viewer" })).rejects.toMatchObject({
      status: 403,
    });
  });

  it("can't change people of other teams", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const { id: userId } = other.users.viewer;
    await expect(changeRole(portalCtx(partner), { userId, role: "owner" })).rejects.toMatchObject({ status: 404 });
    await expect(removeMember(portalCtx(partner), { userId })).rejects.toMatchObject({ status: 404 });
    expect((await listTeam(portalCtx(other))).members).toHaveLength(ROLES.length);
  });

  it("keeps its last owner", async () => {
    const partner = await makePartner();
    const { id: userId } = partner.users.owner;
    const last = { status: 409, code: "last_owner" };
    await expect(changeRole(portalCtx(partner), { userId, role: "admin" })).rejects.toMatchObject(last);
    await expect(removeMember(portalCtx(partner), { userId })).rejects.toMatchObject(last);
    expect(await ownersOf(partner.id)).toBe(1);
  });

  it("keeps an owner when two remove each other, or step down, at the same time", async () => {
    for (let round = 0; round < 6; round++) {
      const partner = await makePartner();
      const second = await makeMember(partner, "owner");
      const asSecond = portalCtx({ ...partner, users: { ...partner.users, owner: second } });
      const asFirst = portalCtx(partner);
      const outcomes = await Promise.allSettled(
        round % 2 === 0
          ? [removeMember(asFirst, { userId: second.id }), removeMember(asSecond, { userId: partner.users.owner.id })]
          : [
              changeRole(asFirst, { userId: partner.users.owner.id, role: "viewer" }),
              changeRole(asSecond, { userId: second.id, role: "viewer" }),
            ],
      );
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await ownersOf(partner.id)).toBe(1);
    }
  });
});
