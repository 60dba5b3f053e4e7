import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { listLooks } from "@/lib/domain/creators/overview";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { HOUR_MS, MINUTE_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { fileClaim } from "@/lib/testing/claiming";
import { linesOn } from "@/lib/testing/effects";
import {
  freshEmail,
  makeAccount,
  makeCustodian,
  makeDepiction,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  staffCtx,
} from "@/lib/testing/factories";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { itemOf, someCustodian } from "@/lib/testing/removal-cases";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { asOwner } from "@/lib/testing/sql";
import { assignRequest } from "../deciding/handle-request";
import { rejectItem } from "../deciding/reject-item";
import { markTakedownDone } from "../portal/mark-takedown-done";
import { countRequests, findNeighbors, requestList, viewItem, viewRequest } from ".";

const hoursAgo = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS);

it("the queue has open requests by deadline, without the custodian's own, and its filters find them", async () => {
  const me = await makeCustodian({ name: "Grace" });
  const ctx = staffCtx(me);
  const basis = { legalBasis: "NCII_STATE" as const };
  const [late, soon] = [
    await makeRemoval({ ...basis, requestedAt: hoursAgo(50) }),
    await makeRemoval({ ...basis, requestedAt: hoursAgo(40) }),
  ];
  await makeRemoval({ ...basis, email: me.email, requestedAt: hoursAgo(45) });
  await makeRemoval({ ...basis, userId: me.id, requestedAt: hoursAgo(44) });
  const decided = await makeRemoval({ ...basis, status: "decided", requestedAt: hoursAgo(43) });
  const made = new Set([late.id, soon.id, decided.id]);
  const ids = async (filters: Parameters<typeof requestList.read>[1]) =>
    (await requestList.read(ctx, { basis: "NCII_STATE", ...filters })).rows.flatMap(({ id }) =>
      made.has(id) ? [id] : [],
    );
  expect(await ids({})).toEqual([late.id, soon.id]);
  expect(await ids({ view: "all" })).toEqual([soon.id, decided.id, late.id]);
  expect(await ids({ q: ` ${soon.email.toUpperCase()} ` })).toEqual([soon.id]);
  expect(await ids({ q: decided.id })).toEqual([]);
  expect(await ids({ q: decided.id, view: "all" })).toEqual([decided.id]);
  await assignRequest(ctx, { requestId: late.id });
  expect([await ids({ work: "mine" }), await ids({ work: "unassigned" })]).toEqual([[late.id], [soon.id]]);
  const depiction = await makeDepiction(await makePartner());
  const { id: itemId } = await makeItem(soon, { depictionId: depiction.id });
  const works = async (filters: Parameters<typeof requestList.read>[1]) =>
    (await requestList.read(ctx, filters)).rows.map(({ work }) => work);
  expect(await works({ q: soon.id })).toEqual([depiction.title]);
  await db.removalTarget.create({
    data: {
      ...{ id: newId(), requestId: late.id, url: "https://example.com/late", urlHash: randomBytes(32) },
      ...{ named: true, addedAt: clock.now() },
    },
  });
  expect(await works({ q: late.id })).toEqual(["https://example.com/late"]);
  await rejectItem(ctx, { itemId, reason: "It shows somebody else." });
  const other = await someCustodian();
  expect(await ids({ work: "second" })).toEqual([]);
  const second = (await requestList.read(other, { basis: "NCII_STATE", work: "second" })).rows;
  expect(second.filter(({ id }) => made.has(id))).toMatchObject([
    { id: soon.id, open: 1, proposed: 1, custodian: null, isMine: false },
  ]);
  const [{ open, breached }, { open: others }] = [await countRequests(ctx), await countRequests(other)];
  expect(others - open).toBe(2);
  expect(breached).toBeGreaterThanOrEqual(1);
});

it("the queue finds a claimant by words of the name that they signed with", async () => {
  const ctx = await someCustodian();
  const family = `Quill${newId()}`;
  const named = await makeRemoval({ says: { name: `Zoë-Ann  ${family}` } });
  await makeRemoval({ says: { name: `Zoë ${family}` }, searchedAt: null });
  const found = async (q: string) => (await requestList.read(ctx, { q })).rows.map(({ id }) => id);
  expect(await found(`${family.toUpperCase()}, zoe`)).toEqual([named.id]);
  expect(await found(`${family} Clara`)).toEqual([]);
  expect(await found("%")).toEqual([]);
});

it("breached has open requests and platforms past a deadline, suggested what came after a decision", async () => {
  const ctx = await someCustodian();
  const partner = await makePartner();
  const basis = { legalBasis: "DMCA" as const };
  const ids = async (view: "breached" | "suggested") =>
    (await requestList.read(ctx, { ...basis, view })).rows.map(({ id, late }) => [id, late]);
  const before = [await countRequests(ctx), await ids("breached"), await ids("suggested")] as const;
  const item = { depictionId: (await makeDepiction(partner)).id, partnerId: partner.id };
  await makeRemoval({ ...basis, items: [item] });
  const late = await makeRemoval({ ...basis, requestedAt: hoursAgo(49) });
  const decided = await makeRemoval({
    ...basis,
    status: "decided",
    requestedAt: hoursAgo(50),
    items: [
      { ...item, status: "confirmed" },
      { depictionId: (await makeDepiction(partner)).id, status: "suggested", foundBy: "similar" },
    ],
  });
  const takedown = await makeTakedown(itemOf(decided, { id: item.depictionId }), { partnerId: partner.id });
  const added = async (view: "breached" | "suggested", known: (readonly unknown[])[]) =>
    (await ids(view)).filter(([id]) => !known.some(([other]) => other === id));
  expect(await added("breached", before[1])).toEqual([
    [decided.id, 1],
    [late.id, 0],
  ]);
  expect(await added("suggested", before[2])).toEqual([[decided.id, 1]]);
  const { open, breached } = before[0];
  expect(await countRequests(ctx)).toMatchObject({ open: open + 2, breached: breached + 2 });
  await markTakedownDone(portalCtx(partner), takedown.id);
  expect(await added("breached", before[1])).toEqual([[late.id, 0]]);
});

it("pages of the queue and neighbors follow the deadline", async () => {
  const ctx = await someCustodian();
  const requestedAt = new Date("2020-01-01T00:00:00Z");
  const made = [];
  for (let n = 0; n < 27; n++) made.push((await makeRemoval({ requestedAt, legalBasis: "OTHER" })).id);
  const first = await requestList.read(ctx, { basis: "OTHER" });
  const rest = await requestList.read(ctx, { basis: "OTHER", cursor: first.newer ?? "" });
  expect([...first.rows, ...rest.rows].map(({ id }) => id).slice(0, 27)).toEqual(made.toSorted());
  const back = await requestList.read(ctx, { basis: "OTHER", cursor: rest.older ?? "" });
  expect(back.rows).toEqual(first.rows);
  const [one, two, three] = made.toSorted();
  const deadlineAt = first.rows[0]?.deadlineAt ?? requestedAt;
  expect(await findNeighbors(ctx, { id: two ?? "", deadlineAt })).toEqual({ previous: one, next: three });
});

it("a view opens the claim, is recorded once in ten minutes, and is refused for the custodian's own", async () => {
  const me = await makeCustodian({ name: "Grace" });
  const ctx = staffCtx(me);
  const earlier = await makeRemoval({ status: "withdrawn" });
  const removal = await makeRemoval({ email: earlier.email, urls: ["https://tube.example/9"] });
  const depiction = await makeDepiction(await makePartner({ name: "Tube" }), { title: "Lake" });
  await makeItem(removal, { depictionId: depiction.id, status: "suggested", foundBy: "name" });
  const viewed = await viewRequest(ctx, removal.id);
  expect(viewed).toMatchObject({
    email: removal.email,
    claim: { name: "Clara Claimant", description: "It shows me at the lake." },
    urls: ["https://tube.example/9"],
    earlier: [{ id: earlier.id, status: "withdrawn" }],
    items: { rows: [{ title: "Lake", partnerName: "Tube", status: "suggested", kind: "content" }], total: 1 },
  });
  await viewRequest(ctx, removal.id);
  const views = async () => (await linesOn(removal.id)).filter(({ action }) => action === "removal_request.viewed");
  expect(await views()).toMatchObject([{ actorId: me.id, partnerId: null }]);
  clock.advance(11 * MINUTE_MS);
  expect((await viewRequest(ctx, removal.id)).history.rows[0]).toMatchObject({
    who: "Grace",
    action: "removal_request.viewed",
  });
  expect(await views()).toHaveLength(2);
  const { history } = await viewRequest(ctx, (await fileClaim()).id);
  expect(history.rows).toContainEqual(
    expect.objectContaining({ who: "the claimant", action: "removal_request.filed" }),
  );
  const own = { status: 403, code: "conflict_of_interest" };
  const mine = await makeRemoval({ email: me.email });
  await expect(viewRequest(ctx, mine.id)).rejects.toMatchObject(own);
  expect(await linesOn(mine.id)).toEqual([]);
  await expect(viewRequest(staffCtx(await makeUser()), removal.id)).rejects.toMatchObject({ status: 403 });
  await asOwner("UPDATE removal_requests SET claim = '\\x00' WHERE id = $1", [removal.id]);
  expect(await viewRequest(ctx, removal.id)).toMatchObject({ claim: null, email: removal.email });
});

it("names who proposed to reject an item, rejected it before an appeal, or decided, and nobody else", async () => {
  const [ada, grace] = [await makeCustodian({ name: "Ada" }), await makeCustodian({ name: "Grace" })];
  const [one, two] = [await makeDepiction(await makePartner()), await makeDepiction(await makePartner())];
  const removal = await makeRemoval({ items: [{ depictionId: one.id }, { depictionId: two.id, status: "confirmed" }] });
  const namesOf = async () => {
    const { items } = await viewRequest(staffCtx(grace), removal.id);
    return items.rows.map(({ proposedBy, rejectedBy, decidedBy }) => [proposedBy, rejectedBy, decidedBy]);
  };
  const decider = "Casey Custodian";
  expect(await namesOf()).toEqual([
    [null, null, null],
    [null, null, decider],
  ]);
  const proposed = { proposedById: ada.id, proposedAt: clock.now(), proposedReason: "It shows someone else." };
  const where = { id: itemOf(removal, one).id };
  await db.removalItem.update({ where, data: proposed });
  expect((await namesOf())[0]).toEqual(["Ada", null, null]);
  const rejected = { status: "rejected", decidedById: grace.id, decidedAt: clock.now(), reason: "It does." } as const;
  await db.removalItem.update({ where, data: rejected });
  expect(await namesOf()).toContainEqual(["Ada", null, "Grace"]);
  await db.$transaction([
    db.$executeRaw`UPDATE removal_requests SET appealed_at = ${clock.now()} WHERE id = ${removal.id}`,
    db.removalItem.update({
      where,
      data: {
        ...{ status: "open", rejectedByIds: [ada.id, grace.id], decidedById: null, decidedAt: null, reason: null },
        ...{ proposedById: null, proposedAt: null, proposedReason: null },
      },
    }),
  ]);
  expect((await namesOf())[0]).toEqual([null, "Ada and Grace", null]);
});

it("tells the people in a record that a custodian viewed it, and nothing about the request", async () => {
  const [partner, user] = [await makePartner(), await makeUser()];
  const account = await makeAccount(partner, { status: "active", userId: user.id, email: user.email });
  const depiction = await makeDepiction(partner, { accountId: account.id });
  const scene = await makeGreenlitScene(partner, { performers: [{ userId: user.id, email: user.email }] });
  const publication = await makePublication(scene, { partnerId: partner.id });
  const production = await makeProduction({ performers: [user.email] });
  const records = [{ depictionId: depiction.id }, { publicationId: publication.id }, { productionId: production.id }];
  const removal = await makeRemoval({ items: records });
  const ctx = await someCustodian();
  const { items } = await viewRequest(ctx, removal.id);
  for (const item of items.rows) await viewItem({ ...ctx, requestId: newId() }, { item, claimant: removal.email });
  const { looks } = await listLooks(personCtx(user), undefined);
  const viewed = ["person.production_viewed", "person.record_viewed", "person.scene_viewed"];
  expect(looks.map(({ action }) => action).sort()).toEqual(viewed);
  expect(JSON.stringify(looks)).not.toContain("remov");
});

it("an item shows who signed, the claimant first, and nothing of a record that the custodian is in", async () => {
  const [partner, me] = [await makePartner(), await makeCustodian()];
  const claimant = freshEmail("claimant");
  const scene = await makeScene(partner, { performers: [{ email: claimant }] });
  for (const performer of scene.performers) await sign(await openVerified(performer), performer);
  const publication = await makePublication(scene, { partnerId: partner.id });
  const production = await makeProduction({ producer: await makeProducer([partner]), performers: [claimant] });
  const account = await makeAccount(partner, { status: "active", userId: me.id, email: me.email });
  const mine = await makeDepiction(partner, { accountId: account.id });
  const removal = await makeRemoval({
    email: claimant,
    items: [
      { publicationId: publication.id },
      { productionId: production.id },
      { depictionId: mine.id, status: "dismissed" },
    ],
  });
  const ctx = staffCtx(me);
  const { items } = await viewRequest(ctx, removal.id);
  const view = (record: { id: string }) => {
    const item = items.rows.find(({ id }) => id === itemOf(removal, record).id);
    if (!item) throw new Error("The request has no such item");
    return viewItem(ctx, { item, claimant });
  };
  const published = await view(publication);
  expect(published).toMatchObject({ kind: "publication", record: { id: scene.id } });
  const agreed = typeof published === "string" ? [] : published.agreements;
  expect(agreed.slice(0, 2).map(({ isClaimant }) => isClaimant)).toEqual([true, true]);
  expect(new Set(agreed.map(({ what }) => what))).toEqual(new Set(["signed", "consented", "uploaded"]));
  expect(await view(production)).toMatchObject({ kind: "production", record: { id: production.id } });
  expect(items.rows.map(({ depictionId }) => depictionId)).toEqual([null, null]);
  const other = await someCustodian();
  const { items: all } = await viewRequest(other, removal.id);
  const [item] = all.rows.filter(({ depictionId }) => depictionId === mine.id);
  expect(item && (await viewItem(other, { item, claimant }))).toMatchObject({ record: { id: mine.id } });
});

it("knows a claimant's video by the seconds of its frames", async () => {
  const removal = await makeRemoval({ sha256s: [randomBytes(32), randomBytes(32)] });
  const partner = await makePartner();
  for (const [at, { id: targetId }] of removal.targets.entries()) {
    const hash = { targetId, declared: true, part: 0, turn: 0, pdq: "01".repeat(128), quality: 90 };
    await db.wantedHash.create({ data: { ...hash, second: at === 0 ? null : 0 } });
    const { id: depictionId } = await makeDepiction(partner);
    const like = { foundBy: "similar", status: "suggested", nearTargetId: targetId, distance: at } as const;
    await makeItem(removal, { depictionId, ...like });
  }
  const { items } = await viewRequest(await someCustodian(), removal.id);
  expect(items.rows.map(({ nearIsVideo }) => nearIsVideo)).toEqual([false, true]);
});
