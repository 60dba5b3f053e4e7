import { expect, test } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { newId } from "@/lib/platform/ids";
import { certify } from "@/lib/testing/certificates";
import { FROM, freshEmail, makePartner, portalCtx } from "@/lib/testing/factories";
import { openLink, openVerified, sign } from "@/lib/testing/performers";
import { makeProducer, makeProduction } from "@/lib/testing/productions";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import { makeVerificationJob } from "@/lib/testing/verification-jobs";
import { productionList } from "../list-productions";
import { countEndingCertificates } from "../queries";
import { addScene } from "../scenes";
import { readProductionMark, viewLinkedProduction } from "./view-linked";

test("names no other partner to a linked one, nor its scenes, whose ids permit to extend them", async () => {
  const [ours, theirs] = [await makePartner(), await makePartner({ name: "Rival Platform" })];
  const producer = await makeProducer([ours, theirs]);
  const production = await makeProduction({
    producer,
    createdByPartnerId: theirs.id,
    contentId: "rival-7",
    performers: [],
  });
  const rival = await makeGreenlitScene(theirs, { title: "Rival scene" });
  const own = await makeGreenlitScene(ours, { title: "Own scene" });
  await addScene(portalCtx(theirs), { productionId: production.id, sceneId: rival.id });
  await addScene(portalCtx(ours), { productionId: production.id, sceneId: own.id });

  const seen = await viewLinkedProduction(portalCtx(ours, "viewer"), production.id);
  expect(seen).toMatchObject({ isOurs: false, otherPlatforms: 1, otherScenes: 1, contentId: null, takenDownAt: null });
  expect(seen.scenes.map(({ id, people, isRemovable }) => [id, people, isRemovable])).toEqual([[own.id, 2, true]]);
  expect(seen).toMatchObject({ otherPerformers: 2, missingCount: 2 });
  expect(seen.performers).toHaveLength(2);
  expect(seen.timeline.map(({ did, by }) => [did, by])).toContainEqual(["Scene added", "another platform"]);
  const text = JSON.stringify(seen);
  for (const secret of [
    "Rival",
    "rival-7",
    theirs.id,
    rival.id,
    ...Object.values(theirs.users).map(({ email }) => email),
  ])
    expect(text, secret).not.toContain(secret);
  expect((await viewLinkedProduction(portalCtx(theirs), production.id)).isOurs).toBe(true);
});

test("refreshes a page only for linked partners, when a performer signs or the producer changes something", async () => {
  const partner = await makePartner();
  const production = await makeProduction({ producer: await makeProducer([partner]) });
  const ctx = portalCtx(partner, "viewer");
  const marks = [await readProductionMark(ctx, production.id)];
  await db.production.update({ where: { id: production.id }, data: { revision: { increment: 1 } } });
  marks.push(await readProductionMark(ctx, production.id));
  const [performer] = (await makeVerificationJob(partner)).scene.performers;
  if (!performer) throw new Error("one performer");
  const { id: scenePerformerId, email, sceneId } = performer;
  await db.productionPerformer.create({
    data: { id: newId(), productionId: production.id, email, sceneId, scenePerformerId, addedAt: new Date() },
  });
  marks.push(await readProductionMark(ctx, production.id));
  await sign(await openVerified(performer), performer);
  marks.push(await readProductionMark(ctx, production.id));
  expect(new Set(marks.map(({ mark }) => mark)).size).toBe(4);
  expect(await readProductionMark(ctx, production.id)).toEqual(marks.at(-1));

  // A signature for another partner isn't on this one's page, and its mark must not confirm a guess of it.
  const other = await makePartner();
  const [theirs] = (await makeVerificationJob(other)).scene.performers;
  if (!theirs) throw new Error("one performer");
  const named = { id: newId(), productionId: production.id, email: theirs.email, sceneId: theirs.sceneId };
  await db.productionPerformer.create({ data: { ...named, scenePerformerId: theirs.id, addedAt: new Date() } });
  const counted = await readProductionMark(ctx, production.id);
  expect(counted).not.toEqual(marks.at(-1));
  await sign(await openLink(theirs), theirs);
  expect(await readProductionMark(ctx, production.id)).toEqual(counted);
  const stranger = portalCtx(await makePartner());
  for (const id of [production.id, "x\0"]) {
    await expect(readProductionMark(stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(viewLinkedProduction(stranger, id)).rejects.toMatchObject({ status: 404 });
  }
});

test("exports the filtered productions, and records who did without what they searched for", async () => {
  const partner = await makePartner();
  const producer = await makeProducer([partner]);
  const email = freshEmail("ada");
  const named = await makeProduction({ producer, title: '=cmd|"x"', performers: [email], depictions: 2 });
  await makeProduction({ producer, performers: [] });
  await makeProduction();
  const ctx = portalCtx(partner, "viewer");
  const read = async (filters: Parameters<typeof productionList.export>[1]) =>
    (await new Response(await productionList.export(ctx, filters)).text()).trimEnd().split("\r\n");
  const [head, ...all] = await read({});
  expect(head).toMatch(/^productionId,title,producer,productionDate,status,/);
  expect(all).toHaveLength(2);
  const [, line, ...more] = await read({ q: email, status: "pending_documentation" });
  expect(line).toMatch(new RegExp(`^${named.id},"'=cmd\\|""x""",Lake Films LLC,.*,pending_documentation,2,0,2,,,,`));
  expect(more).toEqual([]);
  const told = await db.ledgerEntry.findMany({ where: { action: "production_list.exported", subjectId: partner.id } });
  expect(told.map(({ detail }) => detail)).toEqual([
    JSON.stringify(FROM),
    JSON.stringify({ ...FROM, status: "pending_documentation", q: true }),
  ]);
});

test("counts and lists the certificates that end soon, apart from those that have ended", async () => {
  const partner = await makePartner();
  const production = await makeProduction({ producer: await makeProducer([partner]) });
  const ctx = portalCtx(partner, "viewer");
  expect(await countEndingCertificates(ctx)).toEqual({ ending: 0, ended: 0, certified: false });
  await certify(production);
  const listed = async (ends: "ended" | "30" | "60") =>
    (await productionList.read(ctx, { ends })).rows.map(({ id }) => id);
  expect(await countEndingCertificates(ctx)).toEqual({ ending: 0, ended: 0, certified: true });
  expect(await listed("60")).toEqual([]);
  clock.advance(320 * DAY_MS);
  expect(await countEndingCertificates(ctx)).toEqual({ ending: 1, ended: 0, certified: true });
  expect([await listed("30"), await listed("60"), await listed("ended")]).toEqual([[], [production.id], []]);
  clock.advance(50 * DAY_MS);
  expect(await countEndingCertificates(ctx)).toEqual({ ending: 0, ended: 1, certified: true });
  expect([await listed("60"), await listed("ended")]).toEqual([[], [production.id]]);
  const stranger = portalCtx(await makePartner());
  expect(await countEndingCertificates(stranger)).toEqual({ ending: 0, ended: 0, certified: false });
});

test("ignores filters that can't be read", () => {
  expect(productionList.Filters.parse({ q: "a\0", status: "documented", ends: "99" })).toEqual({
    status: "documented",
  });
});
