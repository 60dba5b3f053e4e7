import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { eventsOf } from "@/lib/testing/effects";
import { freshEmail, makeAccount, makeCustodian, makeIdentity, makeMember, makePartner } from "@/lib/testing/factories";
import { opsCommands } from "@/lib/testing/ops";
import { makeProducer } from "@/lib/testing/productions";
import { makePasskey } from "@/lib/testing/second-factors";

const { answer, failure, ops } = opsCommands();

describe("custodian appoint", () => {
  it("appoints a person once, new or existing, who can then get a sign-in link", async () => {
    const email = freshEmail();
    const first = await answer("custodian", "appoint", email);
    expect(first).toEqual({ userId: expect.any(String), appointed: true });
    expect(await answer("custodian", "appoint", email)).toEqual({ ...first, appointed: false });
    expect(await db.user.findUniqueOrThrow({ where: { email } })).toMatchObject({ staffRole: "custodian" });
    await answer("signin-link", email);
  });

  it("says what somebody in a team, or a producer, can't handle as a custodian", async () => {
    const partner = await makePartner();
    const { user } = await makeProducer([partner]);
    await makeMember(partner, "viewer", user);
    const { stderr } = await ops(["custodian", "appoint", user.email, "--json"]);
    expect(stderr).toContain(
      `They are in the team of ${partner.name}, so they can't open or decide anything involving it.`,
    );
    expect(stderr).toContain("anything involving their productions");
  });
});

describe("custodian dismiss", () => {
  it("dismisses a custodian once, and warns if none is left", async () => {
    const [first, last] = [await makeCustodian(), await makeCustodian()];
    await db.user.updateMany({ where: { id: { notIn: [first.id, last.id] } }, data: { staffRole: null } });
    expect(await answer("custodian", "dismiss", first.email)).toEqual({ userId: first.id, dismissed: true });
    expect(await answer("custodian", "dismiss", first.email)).toEqual({ userId: first.id, dismissed: false });

    const { code, stdout, stderr } = await ops(["custodian", "dismiss", last.email.toUpperCase(), "--json"]);
    expect(JSON.parse(stdout)).toEqual({ userId: last.id, dismissed: true });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^No custodian is left\. [^\n]+\n$/) });
    expect(await db.user.count({ where: { staffRole: "custodian" } })).toBe(0);
  });
});

describe("signin-link", () => {
  it("is a link to this service for an existing person", async () => {
    const { users } = await makePartner();
    const { url } = await answer("signin-link", users.owner.email);
    expect(String(url).startsWith(`${env().baseUrl}/`)).toBe(true);
  });
});

describe("second-factor remove", () => {
  it("removes a person's factors, with a reason", async () => {
    const user = await makeCustodian();
    await makePasskey(user);
    expect(await failure("second-factor", "remove", user.email)).toContain("--reason");
    const remove = ["second-factor", "remove", user.email, "--reason", "Lost phone, known by voice"];
    expect(await answer(...remove)).toEqual({ userId: user.id, passkeys: 1, app: false, sessionsEnded: 0 });
    expect(await failure(...remove)).toContain("has no second factor");
  });
});

describe("identity import", () => {
  const person = ["--legal-name", "Ada Example", "--birth-date", "1990-01-31"];

  it("imports a person with a photo of the document, and activates their accounts", async () => {
    const account = await makeAccount();
    const folder = await mkdtemp(join(tmpdir(), "vellum-identity-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "document.png");
    await writeFile(
      file,
      await sharp({ create: { width: 900, height: 600, channels: 3, background: "#888" } })
        .png()
        .toBuffer(),
    );
    const words = [
      "--email",
      account.email,
      ...person,
      "--verified-at",
      "2026-01-31T12:00:00+02:00",
      "--document",
      file,
    ];
    const made = await answer("identity", "import", ...words);
    expect(made).toEqual({ personId: account.person.id, imported: true });
    const check = await db.identityCheck.findFirstOrThrow({
      where: { userId: account.person.id },
      include: { photos: true, identity: true },
    });
    expect(check).toMatchObject({ driver: "import", status: "approved", legalName: "Ada Example" });
    expect(check.identity?.verifiedAt).toEqual(new Date("2026-01-31T10:00:00.000Z"));
    expect(check.photos).toMatchObject([{ kind: "document_front" }]);
    expect((await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } })).status).toBe("active");
    expect(await answer("identity", "import", ...words)).toEqual({ personId: account.person.id, imported: false });
  });

  it("accepts a date of verification, and no document", async () => {
    const made = await answer("identity", "import", "--email", freshEmail(), ...person, "--verified-at", "2026-01-31");
    const identity = await db.identity.findUniqueOrThrow({ where: { userId: String(made.personId) } });
    expect(identity.verifiedAt).toEqual(new Date("2026-01-31T00:00:00.000Z"));
  });
});

describe("account", () => {
  it("is suspended by an operator and restored, once each", async () => {
    const partner = await makePartner();
    const { id, externalUserId } = await makeAccount(partner, { status: "active" });
    const suspend = ["account", "suspend", id, "--reason", "platform_deactivated"];
    const suspended = { accountId: id, externalUserId, status: "suspended", suspendReason: "platform_deactivated" };
    expect(await answer(...suspend, "--note", "Asked by counsel")).toMatchObject({ held: true, ...suspended });
    expect(await answer(...suspend)).toMatchObject({ held: false, ...suspended });
    const released = { accountId: id, externalUserId, status: "active", suspendedAt: null, suspendReason: null };
    expect(await answer("account", "lift", id)).toEqual({ released: true, ...released });
    expect(await answer("account", "lift", id, "--reason", "platform_deactivated")).toEqual({
      released: false,
      ...released,
    });
    expect((await eventsOf(partner)).map(({ type }) => type)).toEqual([
      "solo_account.suspended",
      "solo_account.verified",
    ]);
    const [line] = await db.ledgerEntry.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } });
    expect(line).toMatchObject({ actorKind: "system", actorId: expect.stringMatching(/^ops:/) });
  });

  it("isn't restored for another reason", async () => {
    const { id } = await makeAccount(await makePartner(), { status: "active" });
    await answer("account", "suspend", id, "--reason", "manual_suspension");
    expect(await failure("account", "lift", id, "--reason", "platform_deactivated")).toContain("manual_suspension");
  });

  it("accepts the old names hold and release, and lists only the new ones", async () => {
    const { id } = await makeAccount(await makePartner(), { status: "active" });
    expect(await answer("account", "hold", id, "--reason", "manual_suspension")).toMatchObject({ held: true });
    expect(await answer("account", "release", id)).toMatchObject({ released: true });
    const { stdout } = await ops(["account", "--help"]);
    expect(stdout).toContain("suspend [options] <account-id>");
    expect(stdout).not.toMatch(/^ +(hold|release) /m);
  });
});

it("subscription grant and lapse change whether the creator's subscription is active", async () => {
  const account = await makeAccount(await makePartner({ plan: "creator_pays" }));
  await makeIdentity(account.person);
  const { id: personId, email } = account.person;
  const statusOf = async () => {
    const { status, suspendReason } = await db.soloAccount.findUniqueOrThrow({ where: { id: account.id } });
    return [status, suspendReason];
  };
  expect(await answer("subscription", "grant", email.toUpperCase())).toEqual({
    personId,
    email,
    granted: true,
    active: true,
  });
  expect(await statusOf()).toEqual(["active", null]);
  expect(await answer("subscription", "lapse", email)).toEqual({ personId, email, lapsed: true, active: false });
  expect(await statusOf()).toEqual(["suspended", "subscription_lapsed"]);
  expect(await answer("subscription", "lapse", email)).toEqual({ personId, email, lapsed: false, active: false });
});
