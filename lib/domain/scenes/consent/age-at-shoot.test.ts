import { describe, expect, it } from "vitest";
import { importIdentity } from "@/lib/domain/creators/decisions";
import { listUnderAgeAlerts } from "@/lib/domain/custody/alerts";
import { sealFacts } from "@/lib/domain/identity/id-facts";
import type { DetailsInput } from "@/lib/domain/identity/schemas";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import { makeAccount, makeCustodian, makeIdentity, makeUser, staffCtx, systemCtx } from "@/lib/testing/factories";
import { approveIdentity, loseKey, makeReviewer, makeSubmitted, someDetails } from "@/lib/testing/identity-checks";
import { openLink, sign } from "@/lib/testing/performers";
import { makeScene, readScene } from "@/lib/testing/scenes";
import { viewSceneRecord } from "../custody/view-record";
import { expireScenes } from "../expire-scenes";

const BORN = "2004-06-02";
// June 2 begins last at UTC-12. Before that, it is still June 1 somewhere.
const LAST_OF_17 = new Date("2022-06-02T11:59:59.999Z");
const FIRST_OF_18 = new Date("2022-06-02T12:00:00Z");

type Named = { id: string; email: string };

const ways: Record<string, (performer: Named) => Promise<unknown>> = {
  "an ID verified before the signature": async (performer) => {
    await makeIdentity(await makeUser({ email: performer.email }), { birthDate: BORN });
    await sign(await openLink(performer), performer);
  },
  "an ID approved after the signature": async (performer) => {
    await sign(await openLink(performer), performer);
    const details: DetailsInput = someDetails({ birthDate: BORN });
    const { checkId } = await makeSubmitted(await makeAccount(undefined, { email: performer.email }), { details });
    await approveIdentity(await makeReviewer(checkId), { checkId });
  },
  "an ID imported after the signature": async (performer) => {
    await sign(await openLink(performer), performer);
    const id = { email: performer.email, legalName: "Ada Example", birthDate: BORN };
    await importIdentity(systemCtx(), { ...id, verifiedAt: new Date("2026-01-01") });
  },
};

const alertsOf = async (email: string) =>
  (await listUnderAgeAlerts(staffCtx(await makeCustodian()))).alerts.filter((alert) => alert.email === email);

describe.each(Object.entries(ways))("with %s", (_, consent) => {
  it("a performer who was 17 somewhere on Earth at the shoot never consents, and only custodians learn of it", async () => {
    const scene = await makeScene(undefined, { shootDate: LAST_OF_17, performers: [{}, {}] });
    const [young, other] = scene.performers;
    await consent(young);
    // Deriving the consent again for the whole scene sends no second alert.
    await makeIdentity(await makeUser({ email: other.email }));
    await sign(await openLink(other), other);

    expect(await eventsOf(scene.partner)).toMatchObject([
      { type: "collab_scene.performer_consented", data: { performer: { email: other.email } } },
    ]);
    expect((await readScene(scene)).performers[0]).toMatchObject({ signedAt: expect.any(Date), consentedAt: null });
    const told = (await linesOn(young.id)).filter(({ action }) => action === "scene_performer.under_age_at_shoot");
    expect(told).toMatchObject([{ partnerId: null }]);
    expect(await alertsOf(young.email)).toMatchObject([{ why: "at_shoot", scenes: [{ id: scene.id }], sceneCount: 1 }]);

    clock.freeze(scene.expiresAt);
    await expireScenes(systemCtx());
    expect(await readScene(scene)).toMatchObject({ status: "blocked", block: "expired" });
  });

  it("a performer who was 18 everywhere at the shoot consents", async () => {
    const scene = await makeScene(undefined, { shootDate: FIRST_OF_18 });
    const [performer] = scene.performers;
    await consent(performer);
    expect((await readScene(scene)).status).toBe("greenlit");
    expect(await alertsOf(performer.email)).toEqual([]);
  });
});

it("alerts once for each scene, naming its own scene first", async () => {
  const user = await makeUser();
  await makeIdentity(user, { birthDate: BORN });
  const inScene = () =>
    makeScene(undefined, { shootDate: LAST_OF_17, performers: [{ email: user.email, userId: user.id }] });
  const scenes = [await inScene(), await inScene()];
  for (const { performers } of scenes) await sign(await openLink(performers[0]), performers[0]);
  const ids = scenes.map(({ id }) => id);
  const alerts = await alertsOf(user.email);
  expect(alerts.map(({ scenes }) => scenes.map(({ id }) => id))).toEqual([ids.toReversed(), ids]);
});

it("a scene without a date was shot when consent counts, and a verified ID is old enough for it at once", async () => {
  clock.freeze(FIRST_OF_18);
  const scene = await makeScene();
  const [performer] = scene.performers;
  await ways["an ID approved after the signature"]?.(performer);
  expect((await readScene(scene)).status).toBe("greenlit");
});

it("an ID that can't be read proves no age, and doesn't delay the other performer", async () => {
  const scene = await makeScene(undefined, { performers: [{}, {}] });
  const [lost, other] = scene.performers;
  const user = await makeUser({ email: lost.email });
  await makeIdentity(user);
  await loseKey(user.id);
  await sign(await openLink(lost), lost);
  await makeIdentity(await makeUser({ email: other.email }));
  await sign(await openLink(other), other);
  expect((await readScene(scene)).performers).toMatchObject([{ consentedAt: null }, { consentedAt: expect.any(Date) }]);
  expect(await alertsOf(lost.email)).toMatchObject([{ why: "unreadable", checkId: expect.any(String) }]);
  const { performers } = await viewSceneRecord(staffCtx(await makeCustodian()), scene.id);
  const linesOf = ({ evidence }: (typeof performers)[number]) =>
    evidence.rows.filter(({ did }) => did.startsWith("could not read"));
  expect(performers.map(linesOf)).toMatchObject([[{ action: "scene_performer.under_age_at_shoot" }], []]);
});

it("a verified ID without a date of birth proves no age", async () => {
  const scene = await makeScene();
  const [performer] = scene.performers;
  const user = await makeUser({ email: performer.email });
  const now = clock.now();
  const checkId = newId();
  const facts = await sealFacts(db, { id: checkId, userId: user.id }, {});
  const known = { userId: user.id, legalName: "Ada Example" };
  const times = { createdAt: now, updatedAt: now, submittedAt: now, decidedAt: now };
  await db.identityCheck.create({
    data: { ...known, ...times, id: checkId, driver: "import", status: "approved", facts },
  });
  await db.identity.create({ data: { ...known, checkId, verifiedAt: now, lastChangedAt: now } });
  await sign(await openLink(performer), performer);
  expect((await readScene(scene)).status).toBe("pending_signatures");
  expect(await alertsOf(performer.email)).toMatchObject([{ why: "at_shoot", checkId }]);
});
