import { beforeEach, describe, expect, it } from "vitest";
import { acceptInvitation, inviteMember } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeCustodian, makePartner, makeUser, personCtx, portalCtx } from "@/lib/testing/factories";
import { makeProducer } from "@/lib/testing/productions";
import { firstRun } from "@/lib/testing/run-jobs";
import { makePasskey } from "@/lib/testing/second-factors";
import {
  endOtherSessions,
  endSession,
  endSessionOf,
  findSession,
  forgetExpiredSignInsTask,
  listPasskeys,
  listSessions,
  removePasskey,
  renamePasskey,
  shortenSessions,
  signInStore,
} from ".";

const client = { requestId: "request", ip: "203.0.113.9", userAgent: "vitest" };

async function signIn(user: { id: string }) {
  const token = `${user.id} ${newId()}`;
  await signInStore(client).createSession({ sessionToken: token, userId: user.id });
  return token;
}

beforeEach(() => clock.freeze(new Date()));
describe("sessions", () => {
  it("identify a person from the database, and store the token as a hash", async () => {
    const partner = await makePartner();
    const { viewer } = partner.users;
    const token = await signIn(viewer);
    expect(await db.session.count({ where: { sessionToken: token } })).toBe(0);
    expect(await findSession(token)).toMatchObject({
      user: { id: viewer.id, email: viewer.email, isCustodian: false },
      memberships: [{ partnerId: partner.id, partnerName: partner.name, partnerActive: true, role: "viewer" }],
    });
    await db.partnerMember.deleteMany({ where: { userId: viewer.id } });
    expect((await findSession(token))?.memberships).toEqual([]);
    expect(await findSession("another")).toBeNull();
  });

  const custodian = { make: makeCustodian, unused: 30 * MINUTE_MS, most: 12 * HOUR_MS };
  const owner = { make: async () => (await makePartner()).users.owner, unused: DAY_MS, most: 30 * DAY_MS };
  const producer = { make: async () => (await makeProducer()).user, unused: DAY_MS, most: 30 * DAY_MS };
  const person = { make: makeUser, unused: 7 * DAY_MS, most: 30 * DAY_MS };

  it.each(Object.entries({ custodian, owner, producer, person }))(
    "of a %s end when unused, and at the latest after a fixed time",
    async (_, { make, unused, most }) => {
      const user = await make();
      const [used, left] = [await signIn(user), await signIn(user)];
      clock.advance(unused - 1);
      expect(await findSession(used)).not.toBeNull();
      clock.advance(1);
      expect(await findSession(left)).toBeNull();
      for (let age = unused; age + unused / 2 < most; age += unused / 2) {
        clock.advance(unused / 2);
        expect(await findSession(used)).not.toBeNull();
      }
      clock.advance(unused / 2);
      expect(await findSession(used)).toBeNull();
      clock.advance(1);
      await forgetExpiredSignInsTask.run({}, firstRun);
      expect(await db.session.count({ where: { userId: user.id } })).toBe(0);
    },
  );

  it("keep their cookie for as long as they can last", async () => {
    const user = await makeUser();
    const { expires } = await signInStore(client).createSession({ sessionToken: `cookie ${user.id}`, userId: user.id });
    expect(expires.getTime() - clock.now().getTime()).toBe(30 * DAY_MS);
  });

  it("are listed with browser and address, last seen to the minute", async () => {
    const user = await makeUser();
    const [first] = [await signIn(user)];
    clock.advance(59_000);
    await signIn(user);
    await findSession(first);
    const seenAt = async () => (await listSessions(personCtx(user))).map(({ lastSeenAt }) => lastSeenAt.getTime());
    expect((await seenAt())[1]).toBe(clock.now().getTime() - 59_000);
    clock.advance(1000);
    await findSession(first);
    expect((await seenAt())[0]).toBe(clock.now().getTime());
    expect(await listSessions(personCtx(user))).toMatchObject([
      { ip: client.ip, userAgent: client.userAgent },
      { ip: client.ip, userAgent: client.userAgent },
    ]);
  });

  it("are refused once ended: one, all others, or by signing out", async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const [a, b, c, d, foreign] = [
      await signIn(user),
      await signIn(user),
      await signIn(user),
      await signIn(user),
      await signIn(other),
    ];
    const idOf = async (token: string) => (await findSession(token))?.sessionId ?? "";
    await expect(endSession(personCtx(user), { sessionId: await idOf(foreign) })).rejects.toMatchObject({
      status: 404,
    });
    await endSession(personCtx(user), { sessionId: await idOf(a) });
    expect(await findSession(a)).toBeNull();
    await endSessionOf(client, b);
    expect(await findSession(b)).toBeNull();
    expect(await endOtherSessions(personCtx(user), { keep: await idOf(d) })).toEqual({ ended: 1 });
    expect(await findSession(c)).toBeNull();
    expect(await findSession(d)).not.toBeNull();
    expect(await findSession(foreign)).not.toBeNull();
  });

  it("that were idle for a day end when their person joins a team", async () => {
    clock.freeze("2026-11-21T10:00:00.000Z");
    const [partner, user] = [await makePartner(), await makeUser()];
    const forgotten = await signIn(user);
    clock.advance(2 * DAY_MS);
    const current = await signIn(user);
    const { invitationId } = await inviteMember(portalCtx(partner), { email: user.email, role: "admin" });
    await acceptInvitation(personCtx(user), { invitationId });
    expect(await findSession(forgotten)).toBeNull();
    expect(await findSession(current)).toMatchObject({ memberships: [{ role: "admin" }] });
  });

  it("aren't prolonged by a request that began before their person became a custodian", async () => {
    const user = await makeUser();
    const token = await signIn(user);
    clock.advance(2 * MINUTE_MS);
    const used = await inTransaction(async (tx) => {
      await tx.user.update({ where: { id: user.id }, data: { staffRole: "custodian" } });
      await shortenSessions(tx, user.id, "custodian");
      const request = findSession(token);
      await expect
        .poll(
          () =>
            db.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
        )
        .toHaveLength(1);
      return { request };
    });
    await used.request;
    const { expires, lastSeenAt } = await db.session.findFirstOrThrow({ where: { userId: user.id } });
    expect(expires.getTime() - lastSeenAt.getTime()).toBe(30 * MINUTE_MS);
  });

  it("leave one ledger entry, however they end, and none if they had already ended", async () => {
    const user = await makeUser();
    const [ended, left, outlived] = [await signIn(user), await signIn(user), await signIn(user)];
    const sessionId = (await findSession(ended))?.sessionId ?? "";
    await endSession(personCtx(user), { sessionId });
    await expect(endSession(personCtx(user), { sessionId })).rejects.toMatchObject({ status: 404 });
    await Promise.all([endSessionOf(client, left), endSessionOf(client, left)]);
    await signInStore(client).deleteSession(left);
    clock.advance(30 * DAY_MS);
    await endSessionOf(client, outlived);
    const lines = await db.ledgerEntry.findMany({ where: { subjectId: user.id, action: "session.ended" } });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ actorKind: "person", actorId: user.id });
    expect(lines.map(({ requestId }) => requestId)).toContain(client.requestId);
    await signInStore(client).deleteSession(await signIn(user));
    expect(await db.ledgerEntry.count({ where: { subjectId: user.id, action: "session.ended" } })).toBe(3);
  });
});

it("protects a person's passkeys from others", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const id = await makePasskey(user);
  expect(await listPasskeys(personCtx(user))).toMatchObject([{ credentialId: id, name: "Laptop", lastUsedAt: null }]);

  expect(await listPasskeys(personCtx(other))).toEqual([]);
  await expect(renamePasskey(personCtx(other), { credentialId: id, name: "Mine" })).rejects.toMatchObject({
    status: 404,
  });
  await expect(removePasskey(personCtx(other), { credentialId: id, sessionId: "none" })).rejects.toMatchObject({
    status: 404,
  });
  await renamePasskey(personCtx(user), { credentialId: id, name: " Old\tlaptop " });
  expect(await listPasskeys(personCtx(user))).toMatchObject([{ name: "Old laptop" }]);
  const [here, stolen, theirs] = [await signIn(user), await signIn(user), await signIn(other)];
  const { sessionId } = (await findSession(here)) ?? { sessionId: "" };
  await removePasskey(personCtx(user), { credentialId: id, sessionId });
  expect(await db.authenticator.count({ where: { credentialID: id } })).toBe(0);
  // Whoever has the passkey may have signed in with it.
  expect(await findSession(stolen)).toBeNull();
  expect(await findSession(here)).not.toBeNull();
  expect(await findSession(theirs)).not.toBeNull();
  expect(await db.signInAccount.count({ where: { providerAccountId: id } })).toBe(0);
});
