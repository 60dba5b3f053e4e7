import { expect, it } from "vitest";
import { sealFacts } from "@/lib/domain/id-facts";
import { saveDetails } from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeCustodian, makeIdentity, makeUser, personCtx, staffCtx } from "@/lib/testing/factories";
import { makeScene } from "@/lib/testing/scenes";
import { closeUnderAgeAlert, listUnderAgeAlerts } from ".";

/** A performer who confirms a birth date under 18. */
async function refusedPerformer() {
  const user = await makeUser();
  const scene = await makeScene(undefined, { title: "Alarming", performers: [{ email: user.email, userId: user.id }] });
  await enterAge(user);
  return { user, scene };
}

async function enterAge(user: { id: string }) {
  const now = clock.now();
  const times = { createdAt: now, updatedAt: now };
  await db.identityCheck.create({ data: { id: newId(), userId: user.id, driver: "custodian_review", ...times } });
  const birthDate = new Date(Date.UTC(now.getUTCFullYear() - 17, 0, 1));
  const entered = { legalName: "Too Young", birthDate, otherNames: [], ageConfirmed: true };
  expect(await saveDetails(personCtx(user), entered)).toEqual({ outcome: "refused" });
}

const alertOf = async (custodian: { id: string }, user: { id: string }) =>
  (await listUnderAgeAlerts(staffCtx(custodian))).alerts.find(({ userId }) => userId === user.id);

it("alerts custodians at once, until one closes it, and again when the person tries again", async () => {
  const custodian = await makeCustodian();
  const { user, scene } = await refusedPerformer();
  expect(await alertOf(custodian, user)).toMatchObject({
    email: user.email,
    at: expect.any(Date),
    checkId: null,
    scenes: [{ id: scene.id, title: "Alarming" }],
    sceneCount: 1,
  });
  clock.advance(MINUTE_MS);
  await closeUnderAgeAlert(staffCtx(custodian), { userId: user.id, reason: "Reported" });
  expect(await alertOf(custodian, user)).toBeUndefined();
  clock.advance(MINUTE_MS);
  await enterAge(user);
  expect(await alertOf(custodian, user)).toBeDefined();
});

it("alerts about a rejected ID too, and not about people without a scene, or verified since", async () => {
  const custodian = await makeCustodian();
  const { user } = await refusedPerformer();
  const rejected = await makeUser();
  await makeScene(undefined, { performers: [{ userId: rejected.id, email: rejected.email }] });
  const now = clock.now();
  const own = { id: newId(), userId: rejected.id };
  const check = { ...own, driver: "custodian_review", status: "rejected", rejectionReason: "under_age" } as const;
  const facts = await sealFacts(db, own, { birthDate: now });
  const times = { createdAt: now, updatedAt: now, submittedAt: now, decidedAt: now };
  await db.identityCheck.create({ data: { ...check, ...times, legalName: "Too Young", facts } });
  expect(await alertOf(custodian, rejected)).toMatchObject({ checkId: check.id });
  const unnamed = await makeUser();
  await enterAge(unnamed);
  expect(await alertOf(custodian, unnamed)).toBeUndefined();
  clock.advance(MINUTE_MS);
  await makeIdentity(user, { verifiedAt: clock.now() });
  expect(await alertOf(custodian, user)).toBeUndefined();
});

it("hides a custodian's own alerts from them, and all alerts from everyone else", async () => {
  const own = await makeCustodian();
  await makeScene(undefined, { performers: [{ userId: own.id, email: own.email }] });
  await enterAge(own);
  expect(await alertOf(own, own)).toBeUndefined();
  expect(await alertOf(await makeCustodian(), own)).toBeDefined();
  const closing = { userId: own.id, reason: "Mine" };
  await expect(closeUnderAgeAlert(staffCtx(own), closing)).rejects.toMatchObject({ code: "conflict_of_interest" });
  const stranger = staffCtx(await makeUser());
  await expect(closeUnderAgeAlert(stranger, closing)).rejects.toMatchObject({ status: 403 });
  await expect(listUnderAgeAlerts(stranger)).rejects.toMatchObject({ status: 403 });
});

it("lets no custodian who is in a scene with the person close the alert", async () => {
  const custodian = await makeCustodian();
  const user = await makeUser();
  await makeScene(undefined, { performers: [{ email: user.email, userId: user.id }, { email: custodian.email }] });
  await enterAge(user);
  const closing = { userId: user.id, reason: "My friend" };
  await expect(closeUnderAgeAlert(staffCtx(custodian), closing)).rejects.toMatchObject({
    code: "conflict_of_interest",
  });
  await closeUnderAgeAlert(staffCtx(await makeCustodian()), closing);
});
