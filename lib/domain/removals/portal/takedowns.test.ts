import { describe, expect, it } from "vitest";
import { dropTakedowns } from "@/lib/domain/custody/takedown-clocks";
import { requestTakedown } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import { DAY_MS, HOUR_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { filedRequest } from "@/lib/testing/certificates";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import {
  FROM,
  freshEmail,
  type MadePartner,
  makeDepiction,
  makePartner,
  portalCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { startReceiver } from "@/lib/testing/receiver";
import { makeItem, makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { makeExtension, makeGreenlitScene, makePublication } from "@/lib/testing/scenes";
import { countOpenTakedowns, takedownList } from "./list-takedowns";
import { checkTakedownUrl, markTakedownDone } from "./mark-takedown-done";
import { printTakedowns } from "./print-takedowns";
import { viewTakedown } from "./view-takedown";

type About = { depictionId: string } | { publicationId: string } | { productionId: string };

/** An open takedown of a partner. `dueIn` counts from now. */
async function takedownOf(partner: { id: string }, about: About, { dueIn = 2 * DAY_MS, email = freshEmail() } = {}) {
  const requestedAt = new Date(clock.now().getTime() + dueIn - 2 * DAY_MS);
  const request = await makeRemoval({ requestedAt, email });
  const item = await makeItem(request, { ...about, status: "productionId" in about ? "open" : "confirmed" });
  return { ...(await makeTakedown(item, { partnerId: partner.id, openedAt: requestedAt })), request };
}

const contentOf = async (partner: MadePartner, options = {}) =>
  takedownOf(partner, { depictionId: (await makeDepiction(partner)).id }, options);

describe("the list", () => {
  it("has the open ones by deadline, breached first, page by page, and nobody else's", async () => {
    const [partner, other] = [await makePartner(), await makePartner()];
    const ctx = portalCtx(partner, "viewer");
    const ids: string[] = [];
    for (const hours of [30, -3, 30, 5]) ids.push((await contentOf(partner, { dueIn: hours * HOUR_MS })).id);
    await contentOf(other);
    const done = await contentOf(partner);
    await markTakedownDone(portalCtx(partner), done.id);
    const first = await takedownList.read(ctx, { limit: 3 });
    expect(first.rows.map(({ id, status }) => [id, status])).toEqual([
      [ids[1], "breached"],
      [ids[3], "open"],
      [ids[0], "open"],
    ]);
    const second = await takedownList.read(ctx, { limit: 3, cursor: first.newer ?? "" });
    expect(second).toMatchObject({ rows: [{ id: ids[2] }], newer: null });
    const back = await takedownList.read(ctx, { limit: 3, cursor: second.older ?? "" });
    expect(back.rows.map(({ id }) => id)).toEqual([ids[1], ids[3], ids[0]]);
    expect((await takedownList.read(ctx, { view: "all" })).rows.map(({ id }) => id)).toEqual([
      done.id,
      ...ids.toReversed(),
    ]);
    expect(await countOpenTakedowns(ctx)).toMatchObject({ open: 4, breached: 1, first: { id: ids[1] } });
    expect(await countOpenTakedowns(portalCtx(await makePartner()))).toEqual({ open: 0, breached: 0, first: null });
    await expect(viewTakedown(portalCtx(other), done.id)).rejects.toMatchObject({ status: 404 });
  });

  it("finds one by its ids, title, URL and content id", async () => {
    const partner = await makePartner();
    const depiction = await makeDepiction(partner, { title: "100% Summer" });
    const { id, request } = await takedownOf(partner, { depictionId: depiction.id });
    await contentOf(partner);
    const { contentUrl, externalContentId } = depiction;
    for (const text of [id, request.id, depiction.id, "0% sum", contentUrl, externalContentId ?? ""]) {
      const { found } = await takedownList.find(portalCtx(partner), { q: text, view: "all" });
      expect(
        found.map((one) => one.id),
        text,
      ).toEqual([id]);
      expect((await takedownList.find(portalCtx(await makePartner()), { q: text, view: "all" })).found).toEqual([]);
    }
  });

  it("names another partner's scene only by its id", async () => {
    const [owner, partner] = [await makePartner(), await makePartner()];
    const scene = await makeGreenlitScene(owner, { title: "Private title" });
    await makeExtension(scene, partner);
    const publication = await makePublication(scene, { partnerId: partner.id });
    const { id } = await takedownOf(partner, { publicationId: publication.id });
    const shown = await viewTakedown(portalCtx(partner), id);
    expect(shown).toMatchObject({ kind: "publication", title: null, url: publication.contentUrl, isOwnScene: false });
    expect(JSON.stringify(shown)).not.toContain("Private title");
  });
});

describe("marking", () => {
  it("ends a clock once, by whoever came first, also under a race", async () => {
    const partner = await makePartner();
    const { id } = await contentOf(partner);
    const [owner, admin] = [portalCtx(partner), portalCtx(partner, "admin")];
    const marks = await Promise.all([owner, admin, owner].map((ctx) => markTakedownDone(ctx, id)));
    expect(new Set(marks.map(({ closedAt }) => closedAt.getTime())).size).toBe(1);
    expect((await linesOn(id)).map(({ action }) => action)).toEqual(["takedown.closed"]);
    const { closedById } = await db.takedown.findUniqueOrThrow({ where: { id } });
    const { history } = await viewTakedown(portalCtx(partner, "viewer"), id);
    const by = Object.values(partner.users).find((user) => user.id === closedById)?.email;
    expect(history.at(0)).toMatchObject({ did: "Taken down", by });
  });

  it("is for owners and admins of the partner", async () => {
    const partner = await makePartner();
    const { id } = await contentOf(partner);
    for (const role of ["viewer", "developer"] as const) {
      await expect(markTakedownDone(portalCtx(partner, role), id)).rejects.toMatchObject({ status: 403 });
      await expect(checkTakedownUrl(portalCtx(partner, role), id)).rejects.toMatchObject({ status: 403 });
    }
    for (const unknown of [newId(), "x\0"])
      await expect(markTakedownDone(portalCtx(partner), unknown)).rejects.toMatchObject({ status: 404 });
    const stranger = portalCtx(await makePartner());
    await expect(markTakedownDone(stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(checkTakedownUrl(stranger, id)).rejects.toMatchObject({ status: 404 });
    expect((await db.takedown.findUniqueOrThrow({ where: { id } })).closedAt).toBeNull();
  });

  it("removes a publication, and tells the scene's owner once, but nothing of the request", async () => {
    const [owner, partner] = [await makePartner(), await makePartner()];
    const scene = await makeGreenlitScene(owner);
    await makeExtension(scene, partner);
    const publication = await makePublication(scene, { partnerId: partner.id });
    const { id } = await takedownOf(partner, { publicationId: publication.id });
    await markTakedownDone(portalCtx(partner), id);
    await markTakedownDone(portalCtx(partner), id);
    const { removedAt } = await db.scenePublication.findUniqueOrThrow({ where: { id: publication.id } });
    expect(removedAt).not.toBeNull();
    const removals = (await eventsOf(owner)).filter(({ type }) => type === "collab_scene.publication_removed");
    expect(removals).toHaveLength(1);
    expect(removals[0]?.data.publication).toMatchObject({ id: publication.id, reason: "Partner removal" });
  });

  it("takes a production down for this partner, and a canceled takedown asks for nothing", async () => {
    const [partner, second] = [await makePartner(), await makePartner()];
    const { id: productionId } = await makeProduction({ producer: await makeProducer([partner, second]) });
    const [mine, theirs] = [await takedownOf(partner, { productionId }), await takedownOf(second, { productionId })];
    for (const { request } of [mine, theirs]) {
      const filed = filedRequest({ productionId, removalRequestId: request.id });
      await inTransaction((tx) => requestTakedown(tx, systemCtx("removals"), filed));
    }
    await markTakedownDone(portalCtx(partner), mine.id);
    const link = { productionId, takenDownAt: { not: null } };
    expect(await db.productionPartner.findMany({ where: link })).toMatchObject([{ partnerId: partner.id }]);
    await inTransaction((tx) => dropTakedowns(tx, systemCtx(), { itemId: theirs.itemId }));
    const late = markTakedownDone(portalCtx(second), theirs.id);
    await expect(late).rejects.toMatchObject({ code: "takedown_canceled" });
    expect(await viewTakedown(portalCtx(second), theirs.id)).toMatchObject({ status: "canceled" });
  });
});

describe("checking the URL", () => {
  it("keeps the status, without following redirects, and 0 without an answer", async () => {
    const answers = [200, 302, 410];
    const receiver = await startReceiver((response, _, count) => {
      response.writeHead(answers[count - 1] ?? 500, { location: "/elsewhere" });
      response.end("x".repeat(100_000));
    });
    const partner = await makePartner();
    const { id: depictionId } = await makeDepiction(partner, { contentUrl: receiver.url });
    const { id } = await takedownOf(partner, { depictionId });
    const seen: number[] = [];
    for (const _ of answers) seen.push((await checkTakedownUrl(portalCtx(partner), id)).checkedStatus);
    await receiver.close();
    seen.push((await checkTakedownUrl(portalCtx(partner), id)).checkedStatus);
    expect(seen).toEqual([...answers, 0]);
    expect(receiver.received).toHaveLength(answers.length);
    const shown = await viewTakedown(portalCtx(partner), id);
    expect(shown).toMatchObject({ checkedStatus: 0, closedAt: null });
    expect(shown.history.filter(({ did }) => did === "URL checked")).toHaveLength(4);
  });

  it("refuses URLs that the service must not open", async () => {
    const partner = await makePartner();
    const { id: depictionId } = await makeDepiction(partner, { contentUrl: "ftp://files.example.com/a" });
    const { id } = await takedownOf(partner, { depictionId });
    await expect(checkTakedownUrl(portalCtx(partner), id)).rejects.toMatchObject({ code: "unusable_url" });
    expect(await viewTakedown(portalCtx(partner), id)).toMatchObject({
      whyUncheckable: expect.stringContaining("only https:// addresses"),
    });
  });
});

it("exports every takedown with who ended it and whether in time, as CSV and as a signed PDF", async () => {
  const partner = await makePartner();
  const ctx = portalCtx(partner, "viewer");
  const [late, open] = [await contentOf(partner, { dueIn: -HOUR_MS }), await contentOf(partner)];
  await markTakedownDone(portalCtx(partner), late.id);
  const csv = async (view?: "all") =>
    (await new Response(await takedownList.export(ctx, { view })).text()).split("\r\n");
  const [, ...all] = await csv("all");
  expect(all.map((line) => line.split(",")[0])).toEqual([open.id, late.id, ""]);
  expect(all[1]).toContain(",taken_down,true,");
  expect(all[1]).toContain(partner.users.owner.email);
  expect(await csv()).toHaveLength(3);
  const { pdf, fileName } = await printTakedowns(ctx, { view: "all", q: "behind" });
  expect(fileName).toMatch(/^takedowns-\d{4}-\d\d-\d\d\.pdf$/);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const lines = (await linesOn(partner.id)).filter(({ action }) => action === "takedown_list.exported");
  expect(lines.map(({ detail }) => JSON.parse(detail))).toEqual([
    { ...FROM, format: "csv", view: "all" },
    { ...FROM, format: "csv" },
    { ...FROM, format: "pdf", view: "all", q: true },
  ]);
});
