import { describe, expect, it } from "vitest";
import { listChangesToday } from "@/lib/domain/events/changes";
import { acceptInvitation, inviteMember } from "@/lib/domain/parties/partners";
import { maySignIn } from "@/lib/domain/parties/people";
import { renameProducer } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn, mailsTo } from "@/lib/testing/effects";
import { ctxFor, freshEmail, makeAccount, makePartner, personCtx, portalCtx } from "@/lib/testing/factories";
import { openSeal } from "@/lib/testing/packages";
import { accept, invite, produce, producerAt } from "@/lib/testing/producers";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import {
  inviteProducer,
  linkedProducerList,
  listProducerInvitations,
  resendProducerInvitation,
  withdrawProducerInvitation,
} from "./index";

describe("what a partner learns", () => {
  it("is the same for a stranger, a creator and another partner's producer, until they accept", async () => {
    const partner = await makePartner();
    const { user } = await produce(await makePartner());
    const people = [freshEmail(), (await makeAccount(undefined, { status: "active" })).email, user.email];
    const seen = [];
    for (const email of people) {
      const { invitationId, expiresAt, ...sent } = await invite(partner, email);
      const mail = (await mailsTo(email)).at(-1);
      const hidden = { url: "", expiresAt: "" };
      seen.push({ ...sent, email: "", template: mail?.template, props: { ...mail?.props, ...hidden } });
      expect(await producerAt(partner, email)).toBeNull();
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const ctx = portalCtx(partner, "viewer");
    const invitations = await listProducerInvitations(ctx);
    expect((await linkedProducerList.read(ctx, {})).rows).toEqual([]);
    expect(invitations.map(({ email }) => email)).toEqual(people.toReversed());
  });

  it("lists its own producers and invitations only", async () => {
    const [own, other] = [await makePartner(), await makePartner()];
    const { user, producerId } = await produce(own);
    await invite(other, freshEmail());
    const ctx = portalCtx(own, "viewer");
    expect((await linkedProducerList.read(ctx, {})).rows).toMatchObject([
      { id: producerId, name: "Lake Films LLC", email: user.email },
    ]);
    expect(await listProducerInvitations(ctx)).toEqual([]);
    expect(await producerAt(own, user.email)).toBe(producerId);
    expect(await producerAt(other, user.email)).toBeNull();
    await expect(invite(own, user.email)).rejects.toMatchObject({ code: "already_producer" });
  });
});

it("the day's changes name who was invited and who joined", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const { user } = await produce(partner);
  const { changes } = await listChangesToday(portalCtx(partner, "viewer"));
  expect(changes.map(({ action, subject, by }) => [action, subject, by?.name ?? null])).toEqual([
    ["producer_invitation.accepted", user.email, null],
    ["producer_invitation.sent", user.email, partner.users.admin.email],
  ]);
  expect((await listChangesToday(portalCtx(other))).changes).toEqual([]);
});

describe("who may invite", () => {
  it("is an owner or admin, for their own partner", async () => {
    const [own, other] = [await makePartner(), await makePartner()];
    const email = freshEmail();
    for (const role of ["developer", "viewer"] as const) {
      const sent = inviteProducer(portalCtx(own, role), { partnerId: own.id, email });
      await expect(sent).rejects.toMatchObject({ status: 403 });
    }
    for (const partnerId of [other.id, null]) {
      await expect(inviteProducer(portalCtx(own), { partnerId, email })).rejects.toMatchObject({ status: 404 });
    }
    const sent = await invite(other, email);
    for (const verb of [withdrawProducerInvitation, resendProducerInvitation]) {
      await expect(verb(portalCtx(own), sent)).rejects.toMatchObject({ status: 404 });
      await expect(verb(portalCtx(other, "viewer"), sent)).rejects.toMatchObject({ status: 403 });
    }
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("sends a mailbox at most five invitations a day, to its team or as a producer", async () => {
    const partner = await makePartner();
    const email = freshEmail();
    for (let n = 0; n < 3; n++) await invite(partner, email);
    for (let n = 0; n < 2; n++) await inviteMember(portalCtx(partner), { email, role: "viewer" });
    await expect(invite(partner, email)).rejects.toMatchObject({ status: 429 });
    await expect(inviteMember(portalCtx(partner), { email, role: "viewer" })).rejects.toMatchObject({ status: 429 });
    clock.advance(DAY_MS);
    await invite(partner, email);
  });
});

it("an invited address may sign in while its invitation is open, and a producer always", async () => {
  const partner = await makePartner();
  const email = freshEmail();
  expect(await maySignIn(email)).toBe(false);
  const sent = await invite(partner, email);
  expect(await maySignIn(email)).toBe(true);
  await withdrawProducerInvitation(portalCtx(partner), sent);
  expect(await maySignIn(email)).toBe(false);
  const { user } = await produce(partner);
  expect(await maySignIn(user.email)).toBe(true);
});

it("a person can be a producer, a creator and on a team", async () => {
  const partner = await makePartner();
  const { person } = await makeAccount(partner, { status: "active" });
  const { invitationId } = await inviteMember(portalCtx(partner), { email: person.email, role: "viewer" });
  const sent = await invite(partner, person.email);
  await acceptInvitation(personCtx(person), { invitationId });
  const { producerId } = await accept(person, sent);
  expect(await producerAt(partner, person.email)).toBe(producerId);
});

it("a producer changes their name, which the ledger doesn't repeat", async () => {
  const { user, producerId } = await produce(await makePartner());
  const ctx = ctxFor({ kind: "producer", userId: user.id, producerId });
  expect(await renameProducer(ctx, { name: "River Films" })).toEqual({ changed: true });
  expect(await renameProducer(ctx, { name: " River Films" })).toEqual({ changed: false });
  await expect(renameProducer(ctx, { name: "x".repeat(201) })).rejects.toMatchObject({ field: "name" });
  expect(await db.producer.findUnique({ where: { userId: user.id } })).toMatchObject({ name: "River Films" });
  const lines = (await linesOn(producerId)).filter(({ action }) => action === "producer.renamed");
  expect(lines).toMatchObject([{ actorKind: "producer", actorId: user.id, detail: "{}" }]);
});

it("another name is a change of every open production, and waits for one that is being sealed", async () => {
  const producer = await makeProducer();
  const [draft, sealed, revoked, sealing] = [
    await makeProduction({ producer, performers: [] }),
    await makeProduction({ producer, status: "documented" }),
    await makeProduction({ producer, status: "revoked", performers: [] }),
    await makeProduction({ producer }),
  ];
  const { packageId } = await openSeal(sealing);
  const rename = () => renameProducer(producerCtx(producer), { name: "River Films" });
  await expect(rename()).rejects.toMatchObject({ code: "sealing_in_progress" });
  await db.sealedPackage.update({ where: { id: packageId }, data: { failure: "A photo is missing." } });
  await rename();
  const revisions = await Promise.all(
    [draft, sealed, revoked, sealing].map(({ id }) => db.production.findUniqueOrThrow({ where: { id } })),
  );
  expect(revisions.map(({ revision }) => revision)).toEqual([1, 1, 0, 1]);
});
