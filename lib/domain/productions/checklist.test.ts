import { expect, it } from "vitest";
import { attest } from "@/lib/domain/acts";
import { joinScene, ownProductionList, viewProduction } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { freshEmail, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction, producerCtx, signedPerformer } from "@/lib/testing/productions";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { readProductionMark } from "./portal/view-linked";

type Performers = NonNullable<Parameters<typeof makeVerificationJob>[1]>["performers"];

async function setUp() {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const { id: productionId } = await makeProduction({ producer, performers: [] });
  const ask = async (...performers: NonNullable<Performers>) => {
    const { sceneId } = await makeVerificationJob(partner, { performers });
    await inTransaction((tx) => joinScene(tx, portalCtx(partner), { productionId, sceneId }));
    const close = (data: object) => db.collabScene.update({ where: { id: sceneId }, data });
    return {
      greenlight: () => close({ status: "greenlit", greenlitAt: clock.now() }),
      expire: () => close({ status: "blocked", block: "expired", blockedAt: clock.now() }),
      cancel: () => close({ status: "cancelled", cancelledAt: clock.now() }),
    };
  };
  const states = async () => {
    const { performers, checklist } = await viewProduction(producerCtx(producer), productionId);
    return [...performers.map(({ state }) => state), checklist.waitingFor.length];
  };
  const row = async () => (await ownProductionList.read(producerCtx(producer), {})).rows[0];
  const mark = async () => (await readProductionMark(portalCtx(partner, "viewer"), productionId)).mark;
  return { ask, states, row, mark };
}

/** What a scene keeps about a performer who refused. */
async function refusal(email: string) {
  const [id, refusedAt] = [newId(), clock.now()];
  const refusalId = await inTransaction((tx) =>
    attest(tx, {
      kind: "refusal",
      subjectKind: "scene_performer",
      subjectId: id,
      text: "I refuse.",
      proof: "mail_link",
      email,
      attestedAt: refusedAt,
    }),
  );
  return { id, refusedAt, refusalId, refusalReason: "other" as const };
}

it("counts the best of a person's scenes, and none that closed without them", async () => {
  const { ask, states, row } = await setUp();
  const [ada, kim] = [await signedPerformer(freshEmail("ada"), { isVerified: false }), freshEmail("kim")];
  const first = await ask(ada, { email: kim });
  expect(await states()).toEqual(["forms_signed", "pending", 2]);
  expect(await row()).toMatchObject({ performerCount: 2, waitingCount: 2, waitingFor: [ada.email], lostCount: 0 });
  await first.expire();
  expect(await states()).toEqual(["closed", "closed", 2]);
  expect(await row()).toMatchObject({ waitingCount: 0, waitingFor: [], lostCount: 2 });
  const second = await ask({ email: kim, ...(await refusal(kim)) });
  expect(await states()).toEqual(["closed", "refused", 2]);
  const third = await ask({ email: ada.email }, { email: kim });
  expect(await states()).toEqual(["pending", "pending", 2]);
  await third.cancel();
  const again = await signedPerformer(ada.email);
  await ask(again);
  expect(await states()).toEqual(["id_verified", "refused", 1]);
  expect(await row()).toMatchObject({ performerCount: 2, waitingCount: 0, lostCount: 1 });
  await second.cancel();
  expect(await states()).toEqual(["id_verified", "refused", 1]);
});

it("is in review once an ID is sent, whatever we decide, and redraws the page of a partner once", async () => {
  const { ask, states, row, mark } = await setUp();
  const ada = await signedPerformer(freshEmail("ada"), { isVerified: false });
  await ask(ada);
  const before = await mark();
  const [id, now] = [newId(), clock.now()];
  await db.identityCheck.create({
    data: {
      id,
      userId: ada.userId,
      driver: "import",
      status: "submitted",
      legalName: "Ada Example",
      facts: Buffer.alloc(29),
      createdAt: now,
      updatedAt: now,
      submittedAt: now,
    },
  });
  expect(await states()).toEqual(["in_review", 1]);
  expect(await row()).toMatchObject({ waitingCount: 0, reviewCount: 1, lostCount: 0 });
  const reviewed = await mark();
  expect(reviewed).not.toBe(before);
  // A rejection and an age under 18 change nothing that the producer and the partner see.
  await db.identityCheck.update({
    where: { id },
    data: { status: "rejected", rejectionReason: "under_age", decidedAt: clock.now() },
  });
  expect([await states(), await mark()]).toEqual([["in_review", 1], reviewed]);
});

it("waits for everyone in the open scene that has someone's only consent", async () => {
  const { ask, states, row } = await setUp();
  const [ada, kim] = [await signedPerformer(freshEmail("ada")), await signedPerformer(freshEmail("kim"))];
  const { greenlight } = await ask(ada);
  await greenlight();
  const both = await ask(kim, { email: ada.email });
  expect(await states()).toEqual(["pending", "id_verified", 1]);
  expect(await row()).toMatchObject({ waitingFor: [ada.email], lostCount: 0 });
  const own = await ask(await signedPerformer(kim.email));
  await own.greenlight();
  expect(await states()).toEqual(["id_verified", "id_verified", 0]);
  await both.cancel();
  expect(await states()).toEqual(["id_verified", "id_verified", 0]);
});
