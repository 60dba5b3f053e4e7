import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { type Answer, call } from "@/lib/testing/api";
import { eventsOf, linesOn } from "@/lib/testing/effects";
import { openVerified, sign } from "@/lib/testing/performers";
import { makeGreenlitScene, makeScene } from "@/lib/testing/scenes";
import { extendedScene, makeCaller, publicationBody } from "@/lib/testing/syndication";
import { POST as extend } from "./[sceneId]/extend/route";
import { POST as register } from "./[sceneId]/publications/route";
import { GET as read } from "./[sceneId]/route";

const post = { method: "POST" };
const publish = ({ key }: { key: string }, { id: sceneId }: { id: string }, contentUrl?: string) =>
  call(register, { key, params: { sceneId }, body: publicationBody(contentUrl) });

describe("POST /api/v1/collab-scenes/{sceneId}/extend", () => {
  it("answers counts and the fee, and records one extension however often it is called", async () => {
    const owner = await makeCaller();
    const scene = await makeScene(owner.partner, { performers: [{}, {}] });
    for (const performer of scene.performers) await sign(await openVerified(performer), performer);
    const { partner, key } = await makeCaller();
    const params = { sceneId: scene.id };
    const first = await call(extend, { key, params, ...post });
    const fee = { extensionFeeCents: 200, charged: false, paymentChargeId: null, chargeError: "no_payment_method" };
    expect([first.status, first.body]).toEqual([
      200,
      {
        sceneId: scene.id,
        status: "greenlit",
        extendedTo: partner.id,
        fee,
        performerCount: 2,
        consentedCount: 2,
        releaseSignedCount: 2,
        nextStep: expect.stringContaining(`/api/v1/collab-scenes/${scene.id}/publications`),
      },
    ]);
    const again = await call(extend, { key, params, ...post });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await db.sceneExtension.findMany({ where: { sceneId: scene.id } })).toMatchObject([
      { partnerId: partner.id },
    ]);
    const lines = (await linesOn(scene.id)).filter(({ action }) => action === "collab_scene.extended");
    expect(lines).toMatchObject([{ partnerId: partner.id, actorKind: "partner_key" }]);
    expect((await eventsOf(owner.partner)).map(({ type }) => type)).not.toContain("collab_scene.extended");
    expect(await eventsOf(partner)).toEqual([]);
  });

  it("works for the owner of a greenlit scene, and answers 422 before", async () => {
    const { partner, key } = await makeCaller();
    const [pending, greenlit] = [await makeScene(partner), await makeGreenlitScene(partner)];
    expect(await call(extend, { key, params: { sceneId: pending.id }, ...post })).toMatchObject({
      status: 422,
      body: { code: "scene_not_greenlit" },
    });
    expect((await call(extend, { key, params: { sceneId: greenlit.id }, ...post })).status).toBe(200);
    expect(await db.sceneExtension.count({ where: { partnerId: partner.id } })).toBe(1);
  });
});

describe("GET /api/v1/collab-scenes/{sceneId} of a scene that was extended", () => {
  it("shows counts and the partner's own publications, without roster and fees", async () => {
    const { owner, other, scene } = await extendedScene();
    const params = { sceneId: scene.id };
    const own = await publish(other, scene);
    const owners = await publish(owner, scene);
    const seen = await call(read, { key: other.key, params });
    const shown = ({ body: { id, contentUrl, publishedAt } }: Answer) => [
      { id, contentUrl, publishedAt, removedAt: null },
    ];
    const counts = { performerCount: 1, consentedCount: 0, releaseSignedCount: 0, refusedCount: 0 };
    const facts = { sceneId: scene.id, status: "greenlit", ...counts, expiresAt: scene.expiresAt.toISOString() };
    expect(seen.body).toEqual({ ...facts, publications: shown(own) });
    expect(Object.keys(seen.body)).not.toContain("performers");
    const seenByOwner = await call(read, { key: owner.key, params });
    expect(Object.keys(seenByOwner.body)).toEqual(expect.arrayContaining(["performers", "fees"]));
    expect(seenByOwner.body.publications).toEqual(shown(owners));
  });
});
