import { expect, it } from "vitest";
import { acceptInvitation, createPartner, inviteMember, removeMember } from "@/lib/domain/parties/partners";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  freshEmail,
  type MadePartner,
  makeAccount,
  makeCustodian,
  makeDepiction,
  makeMember,
  makePartner,
  makeUser,
  personCtx,
  portalCtx,
  staffCtx,
  systemCtx,
} from "@/lib/testing/factories";
import { joinPeople, makeProducer, makeProduction, makeProductionOf } from "@/lib/testing/productions";
import { makeRemoval, makeTakedown } from "@/lib/testing/removals";
import { fillWholeSearch } from "@/lib/testing/run-jobs";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { makeUploadSession } from "@/lib/testing/upload-sessions";
import { assertNoConflict, type Concern, partnersOf, recordsConcerning, reservedAmong } from "./conflicts";

type Made = { what: Concern; id: string };

/** Whether the records that are read from a custodian's own side have this one, or it is one of their partners'. */
async function isConcerning({ what, id }: Made, me: string): Promise<boolean> {
  await fillWholeSearch();
  const found = await db.$queryRaw<unknown[]>`
    SELECT FROM ${recordsConcerning(me)} r WHERE r.kind = ${what} AND r.id = ${id}
    UNION ALL SELECT FROM index_entries WHERE depiction_id = ${id} AND partner_id IN ${partnersOf(me)}`;
  return found.length > 0;
}

/** An id of every kind that concerns a partner, however little. */
const OF_PARTNER: Record<string, (partner: MadePartner) => Promise<Made>> = {
  "a scene that it created": async (partner) => ({ what: "scene", id: (await makeScene(partner)).id }),
  "a scene that it may publish": async (partner) => {
    const scene = await makeGreenlitScene();
    await makeExtension(scene, partner);
    return { what: "scene", id: scene.id };
  },
  "a scene that it published": async (partner) => {
    const scene = await makeGreenlitScene();
    await makeExtension(scene, partner);
    await makePublication(scene, { partnerId: partner.id });
    return { what: "scene", id: scene.id };
  },
  "a scene of a production that is linked to it": async (partner) => {
    const production = await makeProduction({ producer: await makeProducer(), partners: [partner] });
    return { what: "scene", id: production.scene?.id ?? "" };
  },
  "a production that it created": async ({ id: createdByPartnerId }) => {
    const production = await makeProduction({ createdByPartnerId, contentId: newId() });
    return { what: "production", id: production.id };
  },
  "a production that is linked to it": async (partner) => {
    const production = await makeProduction({ partners: [partner], performers: [] });
    return { what: "production", id: production.id };
  },
  "a production with a scene that it may publish": async (partner) => {
    const production = await makeProduction();
    await makeExtension({ id: production.scene?.id ?? "" }, partner);
    return { what: "production", id: production.id };
  },
  "a depiction that it logged": async (partner) => ({ what: "depiction", id: (await makeDepiction(partner)).id }),
  "a depiction of another partner that shows its scene": async (partner) => {
    const [other, scene] = [await makePartner(), await makeGreenlitScene(partner)];
    await makeExtension(scene, other);
    const { contentUrl } = await makePublication(scene, { partnerId: other.id });
    return { what: "depiction", id: (await makeDepiction(other, { contentUrl })).id };
  },
  "a depiction of another partner that a production of it lists": async (partner) => {
    const depiction = await makeDepiction(await makePartner());
    const production = await makeProductionOf({ url: depiction.contentUrl });
    await db.productionPartner.create({
      data: { productionId: production.id, partnerId: partner.id, linkedAt: clock.now() },
    });
    return { what: "depiction", id: depiction.id };
  },
  "an account of it": async (partner) => ({ what: "account", id: (await makeAccount(partner)).id }),
  "a creator who hasn't answered it": async (partner) => {
    const { person } = await makeAccount(partner, { link: "pending" });
    return { what: "person", id: person.id };
  },
  "the ID of its creator": async (partner) => {
    const { person } = await makeAccount(partner, { status: "active" });
    return { what: "check", id: (await db.identity.findUniqueOrThrow({ where: { userId: person.id } })).checkId };
  },
  "the ID of somebody in its scene": async (partner) => {
    const user = await makeUser();
    await makeScene(partner, { performers: [{ email: user.email, userId: user.id }] });
    return { what: "person", id: user.id };
  },
  "the ID of somebody who is named in its scene and hasn't opened the mail": async (partner) => {
    const user = await makeUser();
    await makeScene(partner, { performers: [{ email: user.email }] });
    return { what: "person", id: user.id };
  },
  "the ID of who uploads a scene that it may publish": async (partner) => {
    const other = await makePartner();
    const account = await makeAccount(other, { status: "active" });
    await makeExtension(await makeGreenlitScene(other, { uploaderAccountId: account.id }), partner);
    return { what: "person", id: account.person.id };
  },
  "the ID of a producer who works with it": async (partner) => {
    return { what: "person", id: (await makeProducer([partner])).userId };
  },
  "an attestation for it": async (partner) => ({ what: "session", id: (await makeUploadSession(partner)).id }),
  "a request about its record that was only suggested": async (partner) => {
    const { id } = await makeDepiction(partner);
    return { what: "request", id: (await makeRemoval({ items: [{ depictionId: id, status: "suggested" }] })).id };
  },
  // The item keeps whose it was.
  "a request about its record that was erased": async ({ id: partnerId }) => {
    const { id: depictionId } = await makeDepiction(await makePartner());
    return { what: "request", id: (await makeRemoval({ items: [{ depictionId, partnerId }] })).id };
  },
  "a request that it has a clock for": async (partner) => {
    const production = await makeProduction({ performers: [] });
    const removal = await makeRemoval({ items: [{ productionId: production.id }] });
    const [item] = removal.items;
    if (item) await makeTakedown({ ...item, requestId: removal.id }, { partnerId: partner.id });
    return { what: "request", id: removal.id };
  },
};

it.each(Object.entries(OF_PARTNER))("only a custodian in the team can't open %s", async (_, make) => {
  const [partner, user] = [await makePartner(), await makeCustodian()];
  const { what, id } = await make(partner);
  const [me, other] = [staffCtx(user), staffCtx(await makeCustodian())];
  await makeMember(await makePartner(), "owner", { id: other.actor.userId });
  const isReserved = async (ctx = me) => (await reservedAmong(db, ctx, { what, ids: [id, newId()] })).has(id);
  expect(await isReserved()).toBe(false);
  await makeMember(partner, "viewer", user);
  expect([await isReserved(), await isReserved(other)]).toEqual([true, false]);
  if (["depiction", "scene", "production"].includes(what)) {
    const concerning = [user.id, other.actor.userId].map((me) => isConcerning({ what, id }, me));
    expect(await Promise.all(concerning)).toEqual([true, false]);
  }
  const refused = assertNoConflict(db, me, { [what]: id });
  await expect(refused).rejects.toMatchObject({ status: 403, code: "conflict_of_interest" });
  await db.partnerMember.deleteMany({ where: { userId: user.id } });
  expect(await isReserved()).toBe(false);
});

it("a custodian who left a team still can't open its records, and one who was only invited can", async () => {
  const [partner, user] = [await makePartner(), await makeCustodian()];
  const { id } = await makeDepiction(partner);
  const owner = portalCtx(partner);
  const isReserved = async () => (await reservedAmong(db, staffCtx(user), { what: "depiction", ids: [id] })).has(id);
  const { invitationId } = await inviteMember(owner, { email: user.email, role: "viewer" });
  expect(await isReserved()).toBe(false);
  await acceptInvitation(personCtx(user), { invitationId });
  expect(await isReserved()).toBe(true);
  await removeMember(owner, { userId: user.id });
  expect(await isReserved()).toBe(true);
});

it("a custodian who left the team that was made for them still can't open its records", async () => {
  const user = await makeCustodian();
  const made = { name: "Lake", plan: "platform_pays", ownerEmail: user.email } as const;
  const { partnerId } = await createPartner(systemCtx(), made);
  await makeMember({ id: partnerId }, "owner");
  const actor = { kind: "portal_user", partnerId, userId: user.id, role: "owner" } as const;
  await removeMember({ ...staffCtx(user), actor }, { userId: user.id });
  const { id } = await makeAccount({ id: partnerId, plan: "platform_pays" });
  const reserved = await reservedAmong(db, staffCtx(user), { what: "account", ids: [id] });
  expect(reserved.has(id)).toBe(true);
});

it("what a production in conflict lists or shows is reserved for its producer and for its people", async () => {
  const performer = freshEmail("performer");
  const production = await makeProduction({ performers: [performer], depictions: 0 });
  const account = await makeAccount(undefined, { status: "active" });
  const scene = await makeGreenlitScene(
    { id: account.partnerId, plan: "platform_pays" },
    { uploaderAccountId: account.id },
  );
  await joinPeople(production.id, scene, account);
  const depiction = await makeDepiction(await makePartner());
  await db.productionDepiction.create({
    data: {
      id: newId(),
      productionId: production.id,
      url: `${depiction.contentUrl}#top`,
      producedOn: clock.now(),
      addedAt: clock.now(),
    },
  });
  const uploader = await db.user.findUniqueOrThrow({ where: { email: account.email } });
  const people = [production.producer.user, await db.user.findUniqueOrThrow({ where: { email: performer } })];
  for (const { id } of people) {
    const ctx = staffCtx({ id });
    const among = (what: Concern, one: string) => reservedAmong(db, ctx, { what, ids: [one] });
    expect((await among("production", production.id)).size).toBe(1);
    expect((await among("scene", scene.id)).size).toBe(1);
    expect((await among("depiction", depiction.id)).size).toBe(1);
    for (const [what, one] of [
      ["production", production.id],
      ["scene", scene.id],
      ["depiction", depiction.id],
    ] as const) {
      expect(await isConcerning({ what, id: one }, id), what).toBe(true);
    }
    expect((await among("person", uploader.id)).size).toBe(1);
  }
});
