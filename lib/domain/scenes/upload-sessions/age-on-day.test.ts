import { expect, it } from "vitest";
import { closeUnderAgeAlert, listUnderAgeAlerts } from "@/lib/domain/custody/alerts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/duration";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import {
  freshEmail,
  makeAccount,
  makeCustodian,
  makeIdentity,
  makePartner,
  makeUser,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { loseKey } from "@/lib/testing/identity-checks";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { clickOf, makeUploadSession } from "@/lib/testing/upload-sessions";
import { ageOnDayTask } from "./age-on-day";
import { completeCollab, completeSolo } from "./complete-session";
import { listAttestedSessions } from "./copies/open-attestation-copy";
import { viewUploadSession } from "./portal/view-session";

const BORN = "2008-09-01";
// A day begins last at UTC-12, so midnight UTC of the birthday is still the day before somewhere.
const LAST_OF_17 = "2026-09-01";
const FIRST_OF_18 = "2026-09-02";

/** A session that a creator with this birth date attests to for a day of production. */
async function attestedFor(shootDate: string, { faces = 1, lose = false } = {}) {
  const user = await makeUser({ email: freshEmail("creator") });
  await makeIdentity(user, { birthDate: BORN });
  if (lose) await loseKey(user.id);
  const partner = await makePartner({ collabScenes: true });
  const { id: accountId } = await makeAccount(partner, { status: "active", userId: user.id });
  const session = await makeUploadSession(partner, { accountId, detectedFaceCount: faces });
  const click = { ...clickOf(session), shootDate };
  if (faces === 1) await completeSolo(systemCtx(), click);
  else await completeCollab(systemCtx(), { ...click, performers: [freshEmail("ada")] });
  const events = await eventsOf(partner);
  expect(await runJobs(ageOnDayTask, { sessionId: session.id })).toBe(1);
  await Promise.all([1, 2].map(() => ageOnDayTask.run({ sessionId: session.id }, firstRun)));
  // The partner learns nothing.
  expect(await eventsOf(partner)).toEqual(events);
  const { history } = await viewUploadSession(portalCtx(partner), session.id);
  expect(history.map(({ did }) => did)).toEqual(["Completed", "Created"]);
  return { user, accountId, session, custodian: staffCtx(await makeCustodian()) };
}

type Attested = Awaited<ReturnType<typeof attestedFor>>;
const alertOf = async ({ custodian, user }: Attested) =>
  (await listUnderAgeAlerts(custodian)).alerts.find(({ userId }) => userId === user.id);
const foundOn = async ({ session }: Attested) =>
  (await linesOn(session.id)).filter(({ action }) => action === "upload_session.under_age_on_day");

it.each([1, 2])(
  "with %i faces, a creator who was 17 somewhere on the day alerts custodians, and only them",
  async (faces) => {
    const attested = await attestedFor(LAST_OF_17, { faces });
    const { accountId, session, custodian } = attested;
    expect(await foundOn(attested)).toMatchObject([{ partnerId: null }]);
    expect(await alertOf(attested)).toMatchObject({
      why: "at_shoot",
      checkId: expect.any(String),
      session: { id: session.id, accountId, title: session.contentTitle },
    });
    expect(await listAttestedSessions(custodian, accountId)).toMatchObject([{ underAgeAt: expect.any(Date) }]);
  },
);

it("no one is alerted about a creator who was 18 everywhere on the day", async () => {
  const attested = await attestedFor(FIRST_OF_18);
  expect([await foundOn(attested), await alertOf(attested)]).toEqual([[], undefined]);
  expect(await listAttestedSessions(attested.custodian, attested.accountId)).toMatchObject([{ underAgeAt: null }]);
});

it("an ID that can't be read alerts, too", async () => {
  const attested = await attestedFor(FIRST_OF_18, { lose: true });
  expect(await alertOf(attested)).toMatchObject({ why: "unreadable", session: { id: attested.session.id } });
});

it("the alert stays when an ID is approved later, and ends when a custodian closes it", async () => {
  const attested = await attestedFor(LAST_OF_17);
  const { user, custodian } = attested;
  const verifiedAt = new Date(clock.now().getTime() + MINUTE_MS);
  await db.identity.update({ where: { userId: user.id }, data: { verifiedAt, lastChangedAt: verifiedAt } });
  const alert = await alertOf(attested);
  await closeUnderAgeAlert(custodian, { alertId: alert?.id ?? "", reason: "Reported" });
  expect(await alertOf(attested)).toBeUndefined();
});
