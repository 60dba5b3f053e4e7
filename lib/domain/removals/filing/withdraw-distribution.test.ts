import { describe, expect, it } from "vitest";
import { REQUEST_STATUSES } from "@/lib/domain/removals/labels";
import { readScene as readByApi, withdrawalStatement } from "@/lib/domain/scenes";
import type { Consents } from "@/lib/domain/scenes/consents";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { eventsOf, linesOn, mailsTo } from "@/lib/testing/effects";
import { keyCtx, makeCustodian, makePartner, makeUser, personCtx, staffCtx, systemCtx } from "@/lib/testing/factories";
import { openVerified, sign, signOld } from "@/lib/testing/performers";
import { makeRemoval, readRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeExtension, makePublication, makeScene, readScene } from "@/lib/testing/scenes";
import { REFUSED, refuseWrites } from "@/lib/testing/sql";
import { expireScenes } from "../../scenes/expire-scenes";
import { openPageToken } from "../claim";
import { findClaimantView } from "../claimant-page/view-request";
import { viewRequest } from "../custody";
import { findRecordsTask, matchLaterTask } from "../deciding/match-later";
import { rejectItem } from "../deciding/reject-item";
import { withdrawDistribution } from "./withdraw-distribution";

type Signer = Awaited<ReturnType<typeof openVerified>>;

/** A greenlit scene whose only performer gave everything but `without`. */
async function greenlit({ without = [], ...options }: { without?: string[]; title?: string } = {}) {
  const scene = await makeScene(undefined, options);
  const [performer] = scene.performers;
  const me = await openVerified(performer);
  await sign(me, performer, without);
  return { scene, performer, me };
}

/** Presses the button under the statement that the page shows now. */
async function withdraw(me: Signer, { id: performerId }: { id: string }, more: { shown?: string } = {}) {
  const { shown } = await withdrawalStatement(me, performerId);
  return withdrawDistribution(me, { performerId, signedName: "Ada Example", shown, ...more });
}

/** As if its records had been looked for. */
async function searched(id: string): Promise<string> {
  await db.removalRequest.update({ where: { id }, data: { searchedAt: clock.now() } });
  return id;
}

const requestsOf = (me: Signer) => db.removalRequest.findMany({ where: { userId: me.actor.userId } });

describe("withdrawing distribution", () => {
  it("files one request for the scene's publications with the statement, and tells the platform nothing", async () => {
    const { scene, performer, me } = await greenlit();
    const publication = await makePublication(scene, { partnerId: scene.partner.id });
    const before = {
      scene: await readByApi(keyCtx(scene.partner), scene.id),
      events: (await eventsOf(scene.partner)).length,
    };
    const { text } = await withdrawalStatement(me, performer.id);
    const presses = await Promise.all(Array.from({ length: 6 }, () => withdraw(me, performer)));
    const [request, ...more] = await requestsOf(me);
    expect(more).toEqual([]);
    expect(new Set(presses.map(({ requestId }) => requestId))).toEqual(new Set([request?.id]));
    expect(await withdraw(me, performer, { shown: "later" })).toEqual({ requestId: request?.id });
    expect(request).toMatchObject({
      legalBasis: "AN_5196_APPEAL",
      status: REQUEST_STATUSES[0],
      email: performer.email,
      age: "adult",
    });
    const { history } = await viewRequest(staffCtx(await makeCustodian()), await searched(request?.id ?? ""));
    expect(history.rows.map(({ who, did }) => `${who} ${did}`).slice(-2)).toEqual([
      "the service found records",
      "the claimant filed the request",
    ]);
    const { items } = await readRemoval({ id: request?.id ?? "" });
    expect(items).toMatchObject([{ publicationId: publication.id, status: "open", foundBy: "account" }]);
    const attestation = await db.attestation.findUniqueOrThrow({ where: { id: request?.attestationId ?? "" } });
    expect(attestation).toMatchObject({
      ...{ text, textVersion: "withdrawal-2026-11-28", signedName: "Ada Example", proof: "link_and_code" },
      ...{ userId: me.actor.userId, visitId: me.actor.visit?.id, ip: me.ip, userAgent: me.userAgent },
    });
    const [after] = (await readScene(scene)).performers;
    expect(after).toMatchObject({ withdrawalId: request?.id, withdrawnAt: attestation.attestedAt });
    const lines = (await linesOn(performer.id)).filter(({ action }) => action.endsWith("distribution_withdrawn"));
    expect(lines).toMatchObject([{ partnerId: null, actorId: me.actor.userId }]);
    expect((await mailsTo(performer.email)).filter(({ template }) => template === "removal_news")).toHaveLength(1);
    expect(await readByApi(keyCtx(scene.partner), scene.id)).toEqual(before.scene);
    expect(await eventsOf(scene.partner)).toHaveLength(before.events);
  });

  it("adds what is published later, until a custodian rejects a record", async () => {
    const { scene, performer, me } = await greenlit();
    const { requestId: id } = await withdraw(me, performer);
    expect((await readRemoval({ id })).items).toEqual([]);
    const other = await makePartner();
    await makeExtension(scene, other);
    const first = await makePublication(scene, { partnerId: other.id });
    await matchLaterTask.run({}, firstRun);
    await matchLaterTask.run({}, firstRun);
    expect((await readRemoval({ id })).items).toMatchObject([{ publicationId: first.id, status: "open" }]);
    await runJobs(findRecordsTask, { removalId: id });
    const [item] = (await readRemoval({ id })).items.filter(({ publicationId }) => publicationId === first.id);
    await rejectItem(staffCtx(await makeCustodian()), { itemId: item?.id ?? "", reason: "It shows somebody else." });
    await makePublication(scene, { partnerId: other.id });
    await matchLaterTask.run({}, firstRun);
    const own = (await readRemoval({ id })).items.filter(({ foundBy }) => foundBy === "account");
    expect(own).toMatchObject([{ publicationId: first.id, status: "rejected" }]);
  });

  it("names what is asked on the claimant's page, whether the scene is published or not", async () => {
    const { scene, performer, me } = await greenlit({ title: "Poolside" });
    const { requestId: id } = await withdraw(me, performer);
    const request = await db.removalRequest.findUniqueOrThrow({ where: { id } });
    const things = async () => (await findClaimantView(openPageToken(request)))?.things;
    const asked = [{ kind: "release", name: "Poolside", outcome: "open", reasons: [] }];
    expect(await things()).toEqual(asked);
    await makePublication(scene, { partnerId: scene.partner.id });
    await matchLaterTask.run({}, firstRun);
    expect((await readRemoval({ id })).items).toHaveLength(1);
    expect(await things()).toEqual(asked);
  });

  it("shows a custodian the release beside the request, and not one of the platform's team", async () => {
    const { scene, performer, me } = await greenlit({ without: ["resale"] });
    const { requestId } = await withdraw(me, performer);
    await runJobs(findRecordsTask, { removalId: requestId });
    const custodian = await makeCustodian();
    const { withdrawn, items, claim, isWithdrawal } = await viewRequest(staffCtx(custodian), requestId);
    // Nothing that the performer didn't say.
    expect(claim).toEqual({
      ...{ name: "Ada Example", otherNames: [], actsFor: null, description: "", kind: "withdrawal" },
      chosen: { title: withdrawn?.scene.title },
    });
    expect(isWithdrawal).toBe(true);
    // Other tests' people have the same name.
    expect(items.rows.filter((item) => item.status !== "suggested")).toEqual([]);
    const { performers } = await readScene(scene);
    expect(withdrawn).toMatchObject({
      performerId: performer.id,
      scene: { id: scene.id, status: "greenlit" },
      release: { id: performers[0]?.releaseId, signedName: "Ada Example" },
    });
    expect(withdrawn?.answers.filter(({ isGiven }) => !isGiven)).toMatchObject([{ key: "resale" }]);
    const taken = withdrawn?.answers.filter((answer) => answer.withdrawnAt).map(({ key }) => key);
    expect(taken).toEqual(["distribution", "download"]);
    await db.partnerMember.create({
      data: { id: newId(), partnerId: scene.partner.id, userId: custodian.id, role: "viewer", createdAt: clock.now() },
    });
    await expect(viewRequest(staffCtx(custodian), requestId)).rejects.toMatchObject({ code: "conflict_of_interest" });
  });

  it("isn't stopped by the most requests that a mailbox may have open", async () => {
    const { performer, me } = await greenlit();
    for (let n = 0; n < 10; n++) await makeRemoval({ email: performer.email });
    await expect(withdraw(me, performer)).resolves.toEqual({ requestId: expect.any(String) });
  });

  it("keeps a scene that waits for others from being greenlit. Who signs later looks unsigned", async () => {
    const scene = await makeScene(undefined, { performers: [{}, {}] });
    const [ada, ben] = scene.performers;
    const me = await openVerified(ada);
    await sign(me, ada);
    await withdraw(me, ada);
    await sign(await openVerified(ben), ben);
    expect(await readScene(scene)).toMatchObject({ status: "pending_signatures" });
    clock.advance(14 * DAY_MS);
    await expireScenes(systemCtx());
    expect(await readScene(scene)).toMatchObject({ status: "blocked", block: "expired" });
    expect((await eventsOf(scene.partner)).at(-1)).toMatchObject({ data: { unsignedPerformers: [ben.email] } });
  });

  it("never leaves a scene greenlit after the withdrawal, however the last signature races it", async () => {
    for (let round = 0; round < 8; round++) {
      const scene = await makeScene(undefined, { performers: [{}, {}] });
      const [ada, ben] = scene.performers;
      const [me, other] = [await openVerified(ada), await openVerified(ben)];
      await sign(me, ada);
      await Promise.all([withdraw(me, ada), sign(other, ben)]);
      const { status, greenlitAt, performers } = await readScene(scene);
      const withdrawnAt = performers[0]?.withdrawnAt ?? null;
      expect(withdrawnAt).not.toBeNull();
      if (status === "greenlit") expect(greenlitAt?.getTime()).toBeLessThanOrEqual(withdrawnAt?.getTime() ?? 0);
      expect(await requestsOf(me)).toHaveLength(1);
    }
  });

  it.each([
    ["somebody else's", async () => ({ ...(await greenlit()), me: personCtx(await makeUser()) as Signer }), 404],
    ["one that gave no distribution", async () => greenlitWithout(), 409],
    ["one of a version that gave every use at once", async () => signedBefore(), 409],
    [
      "one of a version whose words don't allow it",
      async () => signedBefore({ uses: ["depiction", "distribution"], acts: [] }),
      409,
    ],
    ["a release that doesn't count yet", async () => unsigned(), 409],
  ])("refuses %s, and files nothing", async (_, make, status) => {
    const { me, performer } = await make();
    const press = withdrawDistribution(me, { performerId: performer.id, signedName: "Ada", shown: "0" });
    await expect(press).rejects.toMatchObject(status === 409 ? { status, code: "not_withdrawable" } : { status });
    expect(await requestsOf(me)).toEqual([]);
  });

  it("leaves nothing behind if it dies before any of its writes, and a repeat files it once", async () => {
    const { performer, me } = await greenlit();
    for (const [table, on] of [
      ["attestations", "INSERT"],
      ["removal_requests", "INSERT"],
      ["scene_performers", "UPDATE"],
      ["ledger_entries", "INSERT"],
    ] as const) {
      const allow = await refuseWrites(table, { on });
      await expect(withdraw(me, performer)).rejects.toThrow(REFUSED);
      await allow();
      expect(await requestsOf(me)).toEqual([]);
      expect(await db.scenePerformer.findUnique({ where: { id: performer.id } })).toMatchObject({ withdrawnAt: null });
    }
    await withdraw(me, performer);
    expect(await requestsOf(me)).toHaveLength(1);
  });

  it("needs the statement that was shown, and a name", async () => {
    const { performer, me } = await greenlit();
    await expect(withdraw(me, performer, { shown: "0" })).rejects.toMatchObject({ code: "statement_changed" });
    const { shown } = await withdrawalStatement(me, performer.id);
    const press = async (signedName: string) =>
      withdrawDistribution(me, { performerId: performer.id, signedName, shown });
    await expect(press(" ")).rejects.toThrow(/full legal name/);
    expect(await requestsOf(me)).toEqual([]);
  });

  it("is final, also in the database", async () => {
    const { performer, me } = await greenlit();
    await withdraw(me, performer);
    const undone = db.scenePerformer.update({
      where: { id: performer.id },
      data: { withdrawnAt: null, withdrawalId: null },
    });
    await expect(undone).rejects.toThrow(/a withdrawal is final/);
  });
});

/** A performer who signed without distribution. */
async function greenlitWithout() {
  return greenlit({ without: ["distribution"] });
}

/** A performer whose consent counts by a release of a version that doesn't allow it. */
async function signedBefore(given?: Consents) {
  const scene = await makeScene();
  const [performer] = scene.performers;
  const me = await openVerified(performer);
  await signOld(performer, me.actor.userId, given);
  await db.scenePerformer.update({ where: { id: performer.id }, data: { consentedAt: clock.now() } });
  return { performer, me };
}

async function unsigned() {
  const scene = await makeScene();
  const [performer] = scene.performers;
  return { performer, me: await openVerified(performer) };
}
