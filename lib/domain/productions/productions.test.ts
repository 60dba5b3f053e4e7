import { expect, it } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { linesOn } from "@/lib/testing/effects";
import { freshEmail, keyCtx, makePartner, portalCtx } from "@/lib/testing/factories";
import { makeProducer, makeProduction, producerCtx } from "@/lib/testing/productions";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import {
  addScene,
  createProduction,
  editProduction,
  linkPartner,
  listLinkablePartners,
  type ProductionView,
  registerProduction,
  viewLinkedProduction,
  viewProduction,
} from ".";

const details = { title: "  Summer\n at the lake ", productionDate: "2026-09-04" };
const dayIn = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const revisionOf = async (id: string) => (await db.production.findUniqueOrThrow({ where: { id } })).revision;

it("a production is created by its producer, or registered by a partner whose invitation they accepted", async () => {
  const [ours, theirs] = [await makePartner(), await makePartner()];
  const producer = await makeProducer([ours]);
  const { productionId } = await createProduction(producerCtx(producer), details);
  const own = await viewProduction(producerCtx(producer), productionId);
  expect(own).toMatchObject({ title: "Summer at the lake", partners: [], createdBy: null, hasUnsealedChanges: true });
  expect(own.checklist).toMatchObject({ isComplete: false, waitingFor: [] });
  expect(own.checklist.items.filter(({ done }) => done).map(({ name }) => name)).toEqual(["details", "producer_name"]);

  const { email } = producer.user;
  const given = { title: "Title", productionDate: new Date("2026-09-04"), producerEmail: ` ${email.toUpperCase()} ` };
  const registered = await registerProduction(portalCtx(ours, "admin"), { ...given, contentId: "post-1" });
  expect(registered.status).toBe("pending_documentation");
  const seen = await viewLinkedProduction(portalCtx(ours, "viewer"), registered.productionId);
  expect(seen).toMatchObject({ contentId: "post-1", isOurs: true });
  expect((await viewProduction(producerCtx(producer), registered.productionId)).contentId).toBeNull();
  await expect(registerProduction(portalCtx(ours, "viewer"), given)).rejects.toMatchObject({ status: 403 });

  const refusals = [
    registerProduction(keyCtx(theirs), given),
    registerProduction(keyCtx(theirs), { ...given, producerEmail: freshEmail() }),
    registerProduction(keyCtx(ours), { ...given, producerEmail: ours.users.owner.email }),
  ];
  for (const refusal of await Promise.allSettled(refusals)) {
    expect(refusal).toMatchObject({ status: "rejected", reason: { status: 409, code: "producer_not_linked" } });
  }
});

it("a production is edited by its producer alone, counting each change", async () => {
  const production = await makeProduction();
  const ctx = producerCtx(production.producer);
  const edit = (typed: Partial<typeof details>) =>
    editProduction(ctx, { ...details, productionId: production.id, ...typed });
  await edit({});
  expect(await revisionOf(production.id)).toBe(0);
  await edit({ title: "Winter", productionDate: "2026-09-05" });
  expect(await revisionOf(production.id)).toBe(1);
  const [line] = (await linesOn(production.id)).filter(({ action }) => action === "production.edited");
  expect(line?.detail).toBe('{"changed":["title","productionDate"]}');
  for (const productionDate of ["", "2026-02-30", "1899-12-31", dayIn(367)]) {
    await expect(edit({ productionDate })).rejects.toMatchObject({ field: "productionDate" });
  }
  await expect(edit({ title: "\u200b" })).rejects.toMatchObject({ field: "title" });
  const stranger = producerCtx(await makeProducer());
  const other = editProduction(stranger, { ...details, productionId: production.id });
  await expect(other).rejects.toMatchObject({ status: 404 });
});

it("a production is linked to partners of its producer, once each under a race, and is unknown to all others", async () => {
  const [first, second] = [await makePartner(), await makePartner()];
  const producer = await makeProducer([first, second]);
  const production = await makeProduction({ producer, partners: [first] });
  const ctx = producerCtx(producer);
  const link = (partnerId: string) => linkPartner(ctx, { productionId: production.id, partnerId });
  await expect(viewLinkedProduction(portalCtx(second), production.id)).rejects.toMatchObject({ status: 404 });
  const links = await Promise.all([link(second.id), link(second.id)]);
  expect(links.map(({ linked }) => linked).sort()).toEqual([false, true]);
  expect((await viewLinkedProduction(portalCtx(second), production.id)).id).toBe(production.id);
  await expect(link((await makePartner()).id)).rejects.toMatchObject({ status: 404 });
  const linkable = await listLinkablePartners(ctx, production.id);
  expect(linkable.map(({ isLinked }) => isLinked)).toEqual([true, true]);
  await expect(viewProduction(producerCtx(await makeProducer()), production.id)).rejects.toMatchObject({
    status: 404,
  });
});

it("a production tells partners what happened without naming another partner's people", async () => {
  const [ours, theirs] = [await makePartner(), await makePartner({ name: "Rival" })];
  const producer = await makeProducer([ours, theirs]);
  const production = await makeProduction({ producer, performers: [] });
  const scene = await makeGreenlitScene(theirs);
  await addScene(portalCtx(theirs), { productionId: production.id, sceneId: scene.id });
  const addedBy = ({ timeline }: Pick<ProductionView, "timeline">) =>
    timeline.find(({ did }) => did === "Scene added")?.by;
  expect(addedBy(await viewLinkedProduction(portalCtx(ours), production.id))).toBe("another platform");
  expect(addedBy(await viewProduction(producerCtx(producer), production.id))).toBe("Rival");
  const own = await viewLinkedProduction(portalCtx(theirs, "viewer"), production.id);
  expect(addedBy(own)).toBe(theirs.users.owner.email);
});

it("a production of the coming year is created today, and its checklist names the day", async () => {
  const ctx = producerCtx(await makeProducer());
  for (const productionDate of [dayIn(1), dayIn(365)]) {
    const { productionId } = await createProduction(ctx, { ...details, productionDate });
    const { checklist } = await viewProduction(ctx, productionId);
    expect(checklist.items[0]).toEqual({ name: "details", done: false });
  }
});
