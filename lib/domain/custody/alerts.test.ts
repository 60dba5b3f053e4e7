import { expect, it } from "vitest";
import { rejectIdentity } from "@/lib/domain/creators/decisions";
import { saveDetails } from "@/lib/domain/identity";
import { clock } from "@/lib/platform/clock";
import { db, violates } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { linesOn } from "@/lib/testing/effects";
import { makeAccount, makeCustodian, makeIdentity, makeUser, personCtx, staffCtx } from "@/lib/testing/factories";
import { makeSubmitted } from "@/lib/testing/identity-checks";
import { makeScene } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";
import { closeUnderAgeAlert, listUnderAgeAlerts } from "./alerts";

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

const alertsOf = async (custodian: { id: string }, user: { id: string }) =>
  (await listUnderAgeAlerts(staffCtx(custodian))).alerts.filter(({ userId }) => userId === user.id);
const alertOf = async (custodian: { id: string }, user: { id: string }) => (await alertsOf(custodian, user))[0];

/** The alert about a person, as a custodian who isn't in conflict sees it. */
const seenOf = async (user: { id: string }): Promise<string> => (await alertOf(await makeCustodian(), user))?.id ?? "";

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
  await closeUnderAgeAlert(staffCtx(custodian), { alertId: await seenOf(user), reason: "Reported" });
  expect(await alertOf(custodian, user)).toBeUndefined();
  clock.advance(MINUTE_MS);
  await enterAge(user);
  expect(await alertOf(custodian, user)).toBeDefined();
});

it("lists each alert about a person, and closes only the one that the custodian read", async () => {
  clock.freeze(new Date());
  const custodian = await makeCustodian();
  const { user } = await refusedPerformer();
  const [first] = await alertsOf(custodian, user);
  // Raised between the page and the click.
  clock.advance(MINUTE_MS);
  await enterAge(user);
  const listed = await alertsOf(custodian, user);
  expect(listed.map(({ at }) => at.getTime())).toEqual([(first?.at.getTime() ?? 0) + MINUTE_MS, first?.at.getTime()]);
  await closeUnderAgeAlert(staffCtx(custodian), { alertId: first?.id ?? "", reason: "A typing error" });
  expect(await alertsOf(custodian, user)).toEqual(listed.slice(0, 1));
});

it("is closed once, by one of two custodians, with who, when and why", async () => {
  clock.freeze(new Date());
  const { user } = await refusedPerformer();
  const alertId = await seenOf(user);
  const custodians = [await makeCustodian(), await makeCustodian()];
  const closings = await Promise.allSettled(
    custodians.map((one) => closeUnderAgeAlert(staffCtx(one), { alertId, reason: `Reported by ${one.id}` })),
  );
  expect(closings.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(closings.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "alert_closed" } });
  const closedById = custodians[closings.findIndex(({ status }) => status === "fulfilled")]?.id ?? "";
  const closeReason = `Reported by ${closedById}`;
  expect(await db.alert.findUniqueOrThrow({ where: { id: alertId } })).toMatchObject({
    kind: "entered",
    closedById,
    closeReason,
    closedAt: clock.now(),
  });
  expect((await linesOn(user.id)).filter(({ action }) => action === "under_age_alert.closed")).toMatchObject([
    { actorId: closedById, reason: closeReason, partnerId: null },
  ]);
  await expect(
    closeUnderAgeAlert(staffCtx(await makeCustodian()), { alertId: newId(), reason: "No such" }),
  ).rejects.toMatchObject({ status: 404 });
});

it.each([
  ["moved to another person", "UPDATE alerts SET subject_id = 'x'"],
  ["reopened", "UPDATE alerts SET closed_at = NULL, closed_by_id = NULL, close_reason = NULL"],
  ["closed without a reason", "UPDATE alerts SET closed_at = now()"],
  ["deleted", "DELETE FROM alerts"],
])("is never %s", async (_, sql) => {
  const { user } = await refusedPerformer();
  const alertId = await seenOf(user);
  if (sql.includes("NULL")) await closeUnderAgeAlert(staffCtx(await makeCustodian()), { alertId, reason: "Reported" });
  await expect(asOwner(`${sql} WHERE id = $1`, [alertId])).rejects.toSatisfy((error) =>
    ["alerts_stay_true", "alerts_closed_whole"].some((guard) => violates(error, guard)),
  );
});

it("alerts about a rejected ID too, and not about people without a scene, or verified since", async () => {
  const custodian = await makeCustodian();
  const { user } = await refusedPerformer();
  const rejected = await makeUser();
  await makeScene(undefined, { performers: [{ userId: rejected.id, email: rejected.email }] });
  const { checkId } = await makeSubmitted(await makeAccount(undefined, { email: rejected.email }));
  await rejectIdentity(staffCtx(custodian), { checkId, reason: "under_age", note: "" });
  expect(await alertOf(custodian, rejected)).toMatchObject({ why: "rejected", checkId });
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
  const closing = { alertId: await seenOf(own), reason: "Mine" };
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
  const closing = { alertId: await seenOf(user), reason: "My friend" };
  await expect(closeUnderAgeAlert(staffCtx(custodian), closing)).rejects.toMatchObject({
    code: "conflict_of_interest",
  });
  await closeUnderAgeAlert(staffCtx(await makeCustodian()), closing);
});
