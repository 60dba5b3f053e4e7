import { expect, it } from "vitest";
import { fillSearch } from "@/lib/domain/records/search";
import { clock } from "@/lib/platform/clock";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makeCustodian, makeDepiction, makePartner, staffCtx, systemCtx } from "@/lib/testing/factories";
import { makeProduction } from "@/lib/testing/productions";
import { itemOf, someCustodian } from "@/lib/testing/removal-cases";
import { makeRemoval } from "@/lib/testing/removals";
import { firstRun, runJobs } from "@/lib/testing/run-jobs";
import { makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { openPageToken } from "./claim";
import { addUrls } from "./claimant-page/change-request";
import { requestList, viewRequest } from "./custody";
import { attachItem } from "./deciding/add-items";
import { confirmItem } from "./deciding/confirm-item";
import { dismissItem } from "./deciding/dismiss-item";
import {
  addRemovalNote,
  askClaimant,
  assignRequest,
  closeRequest,
  decideByOperator,
  reassignRequest,
  releaseRequest,
} from "./deciding/handle-request";
import { findRecordsTask, matchLaterTask } from "./deciding/match-later";
import { rejectItem } from "./deciding/reject-item";

it("a custodian in any record of a request neither reads the claim nor handles it, until the record is dismissed", async () => {
  const [partner, me] = [await makePartner(), await makeCustodian()];
  const ctx = staffCtx(me);
  const account = await makeAccount(partner, { status: "active", userId: me.id, email: me.email });
  const depiction = await makeDepiction(partner, { accountId: account.id });
  const scene = await makeGreenlitScene(partner, { uploaderAccountId: account.id });
  const publication = await makePublication(scene, { partnerId: partner.id });
  const production = await makeProduction({ performers: [me.email] });
  const own = { status: 403, code: "conflict_of_interest" };
  const other = await makeDepiction(partner);
  for (const [record, status] of [
    [{ depictionId: depiction.id }, "suggested"],
    [{ publicationId: publication.id }, "open"],
    [{ productionId: production.id }, "confirmed"],
  ] as const) {
    const name = `Zoe ${newId()}`;
    const removal = await makeRemoval({
      says: { name },
      items: [{ ...record, status }, { depictionId: other.id }],
    });
    const [requestId, { id: itemId }] = [removal.id, itemOf(removal, other)];
    const attach = attachItem(ctx, { requestId: (await makeRemoval()).id, recordId: Object.values(record)[0] ?? "" });
    await expect(attach).rejects.toMatchObject({ code: "conflict_of_interest" });
    for (const act of [
      () => viewRequest(ctx, requestId),
      () => assignRequest(ctx, { requestId }),
      () => releaseRequest(ctx, { requestId }),
      () => addRemovalNote(ctx, { requestId, text: "Why?" }),
      () => reassignRequest(ctx, { requestId, to: me.id, text: "Mine" }),
      () => askClaimant(ctx, { requestId, text: "Why?" }),
      () => closeRequest(ctx, { requestId, reason: "No." }),
      () => confirmItem(ctx, { itemId, reason: "No." }),
      () => rejectItem(ctx, { itemId, reason: "No." }),
      () => dismissItem(ctx, { itemId }),
      () => decideByOperator(systemCtx(), { itemId, decision: "reject", custodian: me.email, reason: "No." }),
    ]) {
      await expect(act()).rejects.toMatchObject(own);
    }
    const listed = async (q: string) =>
      (await requestList.read(ctx, { view: "all", q })).rows.map(({ email }) => email);
    expect([await listed(requestId), await listed(removal.email), await listed(name)]).toEqual([[null], [], []]);
    const next = await makeRemoval({ email: removal.email });
    expect((await viewRequest(ctx, next.id)).earlier).toEqual([]);
    expect((await viewRequest(await someCustodian(), next.id)).earlier).toMatchObject([{ id: requestId }]);
    if (status !== "suggested") continue;
    await dismissItem(await someCustodian(), { itemId: itemOf(removal, depiction).id });
    expect(await viewRequest(ctx, requestId)).toMatchObject({ email: removal.email });
  }
});

it("a reserved request is listed with its deadline only, and never takes the place of one that a filter finds", async () => {
  const [partner, me, other] = [await makePartner(), await makeCustodian(), await makeCustodian()];
  const [ctx, legalBasis] = [staffCtx(me), "NCII_STATE" as const];
  const account = await makeAccount(partner, { status: "active", userId: me.id, email: me.email });
  const requestedAt = new Date("2011-01-01T00:00:00Z");
  const items = [{ depictionId: (await makeDepiction(partner, { accountId: account.id })).id }];
  const assignedUntil = new Date(clock.now().getTime() + HOUR_MS);
  const theirs = { items, legalBasis, requestedAt, custodianId: other.id, assignedUntil };
  for (let n = 0; n < 25; n++) await makeRemoval(theirs);
  const reserved = await makeRemoval(theirs);
  const mine = await makeRemoval({
    ...{ legalBasis, requestedAt: new Date("2011-01-02T00:00:00Z") },
    ...{ custodianId: me.id, assignedUntil },
  });
  const [row] = (await requestList.read(ctx, { q: reserved.id })).rows;
  expect(row).toMatchObject({ isReserved: true, custodian: null, late: 0, freezesAt: null, legalBasis: null });
  const { rows } = await requestList.read(ctx, { basis: legalBasis });
  expect(rows[0]?.id).toBe(mine.id);
  expect(rows.filter(({ isReserved }) => isReserved)).toEqual([]);
  expect((await requestList.read(ctx, { work: "unassigned" })).rows.some(({ isReserved }) => isReserved)).toBe(false);
  expect((await requestList.read(staffCtx(other), { basis: legalBasis })).rows).toHaveLength(25);
});

it("no custodian reads or handles a request before its records were looked for, also at a URL that was added", async () => {
  const [partner, me, other] = [await makePartner(), await makeCustodian(), await someCustodian()];
  const account = await makeAccount(partner, { status: "active", userId: me.id, email: me.email });
  const mine = await makeDepiction(partner, { accountId: account.id });
  await fillSearch();
  const removal = await makeRemoval({
    searchedAt: null,
    legalBasis: "OTHER",
    urls: [`https://tube.example/${newId()}`],
  });
  const requestId = removal.id;
  const listed = async (q: string) =>
    (await requestList.read(other, { view: "all", q })).rows.map(({ email }) => email);
  const isClosedTo = async (ctx: typeof other) => {
    for (const act of [
      () => viewRequest(ctx, requestId),
      () => assignRequest(ctx, { requestId }),
      () => askClaimant(ctx, { requestId, text: "Why?" }),
      () => closeRequest(ctx, { requestId, reason: "Nothing is there." }),
    ]) {
      await expect(act()).rejects.toMatchObject({ status: 409, code: "not_searched" });
    }
    expect([await listed(requestId), await listed(removal.email)]).toEqual([[null], []]);
  };
  await isClosedTo(other);
  // Its own job never ran.
  clock.advance(6 * MINUTE_MS);
  await matchLaterTask.run({}, firstRun);
  expect(await runJobs(findRecordsTask, { removalId: requestId })).toBe(1);
  expect(await viewRequest(staffCtx(me), requestId)).toMatchObject({ email: removal.email });
  await addUrls(systemCtx(), { token: openPageToken(removal), urls: [mine.contentUrl] });
  await isClosedTo(staffCtx(me));
  await runJobs(findRecordsTask, { removalId: requestId });
  await expect(viewRequest(staffCtx(me), requestId)).rejects.toMatchObject({ code: "conflict_of_interest" });
  expect(await viewRequest(other, requestId)).toMatchObject({ email: removal.email });
});
