import { expect, it } from "vitest";
import { declineLink, withdrawLink } from "@/lib/domain/accounts";
import { viewAccount } from "@/lib/domain/accounts/custody";
import { record } from "@/lib/domain/core/ledger";
import { inReviewText } from "@/lib/domain/identity/labels";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  makeAccount,
  makeCustodian,
  makeDepiction,
  makeIdentity,
  makePartner,
  makeUser,
  personCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { makeSubmitted } from "@/lib/testing/identity-checks";
import { getCreatorStatus, isCreator, listLooks, ownRecordList, platformList } from ".";

it("lists only the works that name a person, page by page", async () => {
  const partner = await makePartner({ name: "Northlight" });
  const account = await makeAccount(partner, { status: "active" });
  const other = await makeAccount(partner, { status: "active" });
  for (let n = 0; n < 26; n++) await makeDepiction(partner, { accountId: account.id, title: `Work ${n}` });
  await makeDepiction(partner, { accountId: other.id, title: "Not hers" });
  const me = personCtx(account.person);
  const first = await ownRecordList.read(me, {});
  expect(first.rows[0]).toMatchObject({ title: "Work 25", platform: "Northlight", state: "waiting" });
  expect(first.rows).toHaveLength(25);
  const second = await ownRecordList.read(me, { cursor: first.older ?? "" });
  expect(second.rows.map(({ title }) => title)).toEqual(["Work 0"]);
  expect((await ownRecordList.read(me, { cursor: second.newer ?? "" })).rows).toEqual(first.rows);
  expect(Object.keys(first.rows[0] ?? {}).sort()).toEqual([
    "contentUrl",
    "id",
    "kind",
    "platform",
    "productionDate",
    "scenes",
    "state",
    "title",
  ]);
});

it("lists the views of a person's own ID, without the viewer's name", async () => {
  const user = await makeUser();
  const { checkId } = await makeIdentity(user);
  const other = await makeIdentity();
  const custodian = await makeCustodian({ name: "Casey Secret" });
  const look = (id: string, reason: string) =>
    inTransaction(async (tx) => {
      const subject = { kind: "identity_check", id } as const;
      record(tx, { ctx: staffCtx(custodian), action: "identity_check.opened", subject, reason });
    });
  await look(other.checkId, "fraud_inquiry");
  for (let n = 0; n < 26; n++) await look(checkId, n === 25 ? "inspection" : "court_order");
  const first = await listLooks(personCtx(user), undefined);
  expect(first.looks[0]).toMatchObject({ action: "identity_check.opened", by: "custodian", reason: "inspection" });
  expect(JSON.stringify(first)).not.toMatch(/Casey|fraud/);
  expect(JSON.stringify(first)).not.toContain(custodian.id);
  expect((await listLooks(personCtx(user), first.older ?? "")).looks).toHaveLength(1);
});

it("lists one review of an ID as one view with its parts, and a page never cuts it", async () => {
  const user = await makeUser();
  const { checkId } = await makeIdentity(user);
  const [one, other] = [await makeCustodian(), await makeCustodian()];
  const subject = { kind: "identity_check", id: checkId } as const;
  const review = (custodian: { id: string }) =>
    inTransaction(async (tx) => {
      const ctx = staffCtx(custodian);
      for (const action of ["identity_check.viewed", "identity_check.opened"] as const) {
        record(tx, { ctx, action, subject, reason: "identity_review" });
      }
      record(tx, { ctx, action: "identity_check.photos_asked", subject, reason: "blurred" });
    });
  for (let n = 0; n < 5; n++) for (const custodian of [one, other]) await review(custodian);
  const me = personCtx(user);
  const first = await listLooks(me, undefined);
  const rest = await listLooks(me, first.older ?? "");
  const all = [...first.looks, ...rest.looks];
  expect(first.looks).toHaveLength(8);
  expect(all.map(({ did, parts }) => [did, parts.map((part) => part.did)])).toEqual(
    Array.from({ length: 10 }, () => [
      "reviewed your ID",
      ["asked you for a better photo", "opened your ID photos", "viewed your ID check"],
    ]),
  );
  expect(rest.older).toBeNull();
});

it("lists views of an account that asked to link the person, and of one they left", async () => {
  const custodian = staffCtx(await makeCustodian());
  const asked = await makeAccount(undefined, { link: "pending" });
  const left = await makeAccount(undefined, { status: "active", userId: asked.person.id });
  await withdrawLink(personCtx(asked.person), left.id);
  for (const { id } of [asked, left]) await viewAccount(custodian, id);
  const { looks } = await listLooks(personCtx(asked.person), undefined);
  expect(looks.map(({ action }) => action)).toEqual(["solo_account.viewed", "solo_account.viewed"]);
});

it("lists platforms that wait for an answer first, and declined ones last", async () => {
  const user = await makeUser();
  const me = personCtx(user);
  const own = { userId: user.id, email: user.email };
  const linked = await makeAccount(await makePartner({ name: "Linked" }), { ...own, status: "active" });
  await makeAccount(await makePartner({ name: "Asked" }), { email: user.email, link: "pending" });
  const no = await makeAccount(await makePartner({ name: "Declined" }), { email: user.email, link: "pending" });
  await declineLink(me, no.id);
  await makeDepiction({ id: linked.partnerId, plan: "platform_pays" }, { accountId: linked.id });
  expect((await platformList.read(me, {})).rows.map(({ name, link, works }) => [name, link, works])).toEqual([
    ["Asked", "asked", 0],
    ["Linked", "linked", 1],
    ["Declined", "declined", 0],
  ]);
  expect((await getCreatorStatus(me)).next).toEqual({ step: "answer", count: 1, platform: "Asked" });
  expect((await platformList.read(personCtx(await makeUser()), {})).rows).toEqual([]);
});

it("pages through the platforms forward and back", async () => {
  const user = await makeUser();
  const me = personCtx(user);
  const partner = () => makePartner();
  // Enough of each kind to span two pages.
  for (let n = 0; n < 8; n++) await makeAccount(await partner(), { email: user.email, link: "declined" });
  for (let n = 0; n < 8; n++) await makeAccount(await partner(), { email: user.email, userId: user.id });
  for (let n = 0; n < 15; n++) await makeAccount(await partner(), { email: user.email, link: "pending" });
  const first = await platformList.read(me, {});
  const second = await platformList.read(me, { cursor: first.older ?? "" });
  const all = [...first.rows, ...second.rows];
  const kinds = (link: string, count: number) => new Array<string>(count).fill(link);
  expect(all.map(({ link }) => link)).toEqual([...kinds("asked", 15), ...kinds("linked", 8), ...kinds("declined", 8)]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(31);
  expect([first.rows.length, first.newer, second.older]).toEqual([20, null, null]);
  expect((await platformList.read(me, { cursor: second.newer ?? "" })).rows).toEqual(first.rows);
  // A cursor of another person's account finds nothing.
  expect((await platformList.read(me, { cursor: `older.${newId()}` })).rows).toEqual([]);
  expect((await getCreatorStatus(me)).platforms).toMatchObject({ asked: 15, linked: 8, needsSubscription: false });
});

it("names one next step: the ID, then the subscription, then nothing", async () => {
  const partner = await makePartner({ plan: "creator_pays" });
  const account = await makeAccount(partner);
  const me = personCtx(account.person);
  expect((await getCreatorStatus(me)).next).toMatchObject({ step: "verify", accountId: account.id, started: false });
  await makeIdentity(account.person);
  expect((await getCreatorStatus(me)).next).toEqual({ step: "subscribe", again: false });
  await db.subscription.create({ data: { userId: account.person.id, active: true } });
  expect((await getCreatorStatus(me)).next).toBeNull();
  const graceEndsAt = new Date("2030-01-01T00:00:00Z");
  const unpaid = {
    processorId: newId(),
    status: "past_due",
    periodEnd: graceEndsAt,
    graceEndsAt,
  } as const;
  await db.subscription.update({ where: { userId: account.person.id }, data: unpaid });
  await db.soloAccount.update({ where: { id: account.id }, data: { fundedBy: "platform" } });
  expect((await getCreatorStatus(me)).next).toEqual({ step: "pay", until: graceEndsAt });
});

it("counts anyone whom a platform provisioned as a creator, and no one else", async () => {
  const account = await makeAccount();
  const asked = await makeAccount(undefined, { link: "pending" });
  expect(await isCreator(account.person.id)).toBe(true);
  expect(await isCreator(asked.person.id)).toBe(true);
  expect(await isCreator((await makeUser()).id)).toBe(false);
});

it("says who reviews an ID, and how long that usually takes", async () => {
  const { ctx } = await makeSubmitted();
  expect((await getCreatorStatus(ctx)).id).toEqual({ state: "submitted", driver: "custodian_review", reviewMs: null });
  const reviewed = { driver: "custodian_review", reviewMs: 50 * 60_000 };
  expect(inReviewText(reviewed)).toBe(
    "A custodian of records reviews it. Half of the IDs of the last 30 days were decided within 50 minutes. We email you the result.",
  );
  expect(inReviewText({ ...reviewed, driver: "stripe_identity" })).not.toContain("custodian");
});
