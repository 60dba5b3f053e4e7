import { describe, expect, it } from "vitest";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type Answer, call } from "@/lib/testing/api";
import { eventsOf } from "@/lib/testing/effects";
import { makeExtension, makeGreenlitScene, makeScene } from "@/lib/testing/scenes";
import { extendedScene, publicationBody, SHA256 } from "@/lib/testing/syndication";
import { POST as remove } from "./[sceneId]/publications/[pubId]/remove/route";
import { POST as register } from "./[sceneId]/publications/route";
import { GET as read } from "./[sceneId]/route";

const freshUrl = () => publicationBody().contentUrl;

const publish = ({ key }: { key: string }, { id: sceneId }: { id: string }, contentUrl?: string) =>
  call(register, { key, params: { sceneId }, body: publicationBody(contentUrl) });

const removalOf = (key: string, sceneId: string, { body: { id } }: Answer, body?: unknown) =>
  call(remove, {
    key,
    params: { sceneId, pubId: String(id) },
    method: "POST",
    ...(body !== undefined && { body }),
  });

describe("POST /api/v1/collab-scenes/{sceneId}/publications", () => {
  it("answers 201, and tells the owner which partner published but never where", async () => {
    const { owner, other, scene } = await extendedScene();
    const contentUrl = freshUrl();
    const answer = await publish(other, scene, contentUrl);
    const { id, publishedAt } = answer.body;
    expect([answer.status, answer.body]).toEqual([201, { id, collabSceneId: scene.id, contentUrl, publishedAt }]);
    const publication = { id, partnerId: other.partner.id, publishedAt };
    const events = await eventsOf(owner.partner);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      ["collab_scene.publication_created", { scene: { id: scene.id }, publication }],
    ]);
    expect(await eventsOf(other.partner)).toEqual([]);
    const stored = await db.scenePublication.findUniqueOrThrow({ where: { id: String(id) } });
    expect(Buffer.from(stored.depictionSha256).toString("hex")).toBe(SHA256.toLowerCase());
    const seen = await call(read, { key: owner.key, params: { sceneId: scene.id } });
    expect(JSON.stringify([seen.body, events])).not.toContain("other.example.com");
  });

  it("lets the owner publish without an extension or an event, and answers 422 before the greenlight", async () => {
    const { owner, other, scene } = await extendedScene();
    const answer = await publish(owner, scene);
    expect(answer.status).toBe(201);
    await removalOf(owner.key, scene.id, answer);
    expect([await eventsOf(owner.partner), await eventsOf(other.partner)]).toEqual([[], []]);
    const pending = await makeScene(owner.partner);
    expect(await publish(owner, pending)).toMatchObject({
      status: 422,
      body: { code: "scene_not_greenlit" },
    });
  });

  it("registers a URL once for each partner: also for another scene, and after a removal", async () => {
    const { owner, other, scene } = await extendedScene();
    const contentUrl = freshUrl();
    const first = await publish(other, scene, contentUrl);
    const elsewhere = await makeGreenlitScene(owner.partner);
    await makeExtension(elsewhere, other.partner);
    const refused = { status: 409, body: { code: "duplicate_publication" } };
    expect(await publish(other, scene, contentUrl)).toMatchObject(refused);
    expect(await publish(other, elsewhere, contentUrl)).toMatchObject(refused);
    await removalOf(other.key, scene.id, first);
    expect(await publish(other, scene, contentUrl)).toMatchObject(refused);
    expect((await publish(owner, scene, contentUrl)).status).toBe(201);
    expect((await eventsOf(owner.partner)).map(({ type }) => type)).toEqual([
      "collab_scene.publication_created",
      "collab_scene.publication_removed",
    ]);
  });

  it("keeps one of two calls at once, with one event", async () => {
    const { owner, other, scene } = await extendedScene();
    const contentUrl = freshUrl();
    const statuses: number[] = [];
    const attempt = async () => void statuses.push((await publish(other, scene, contentUrl)).status);
    await Promise.all([attempt(), attempt(), attempt()]);
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
    expect(await db.scenePublication.count({ where: { contentUrl } })).toBe(1);
    expect(await eventsOf(owner.partner)).toHaveLength(1);
  });

  it.each([
    ["missing_parameter", "contentUrl", { contentUrl: undefined, depictionSha256: 7 }],
    ["invalid_field", "contentUrl", { contentUrl: "ftp://other.example.com/1" }],
    ["invalid_field", "contentUrl", { contentUrl: `https://other.example.com/${"x".repeat(2048)}` }],
    ["invalid_field", "contentUrl", { contentUrl: "https://other.example.com@evil.example/1" }],
    ["invalid_field", "contentUrl", { contentUrl: "https://other.example.com/\u202e1" }],
    ["missing_parameter", "depictionSha256", { depictionSha256: null }],
    ["invalid_field", "depictionSha256", { depictionSha256: SHA256.slice(1) }],
    ["invalid_field", "depictionSha256", { depictionSha256: `${SHA256}\n` }],
    ["invalid_field", "depictionSha256", { depictionSha256: SHA256.replace("F", "g") }],
  ])("answers 400 %s %s, whatever the scene", async (code, field, wrong) => {
    const { other, scene } = await extendedScene();
    const body = { ...publicationBody(), ...wrong };
    for (const sceneId of [scene.id, newId()]) {
      const answer = await call(register, { key: other.key, params: { sceneId }, body });
      expect(answer).toMatchObject({ status: 400, body: { code, field } });
    }
  });
});

describe("POST /api/v1/collab-scenes/{sceneId}/publications/{pubId}/remove", () => {
  it("removes once, tells the owner why, and repeats the first answer", async () => {
    const { owner, other, scene } = await extendedScene();
    const published = await publish(other, scene);
    const { id } = published.body;
    const first = await removalOf(other.key, scene.id, published, { reason: "Deleted by the uploader" });
    const { removedAt } = first.body;
    expect([first.status, first.body]).toEqual([200, { id, removedAt }]);
    const again = await removalOf(other.key, scene.id, published, { reason: "Another" });
    expect([again.status, again.body]).toEqual([200, { id, removedAt, message: expect.any(String) }]);
    const [, ...removals] = await eventsOf(owner.partner);
    expect(removals.map(({ type, data }) => [type, data])).toEqual([
      [
        "collab_scene.publication_removed",
        {
          scene: { id: scene.id },
          publication: { id, partnerId: other.partner.id, removedAt, reason: "Deleted by the uploader" },
        },
      ],
    ]);
    const shown = await call(read, { key: other.key, params: { sceneId: scene.id } });
    expect(shown.body.publications).toMatchObject([{ id, removedAt }]);
  });

  it.each([
    ["no body", undefined, "Partner removal"],
    ["no reason", {}, "Partner removal"],
    ["a blank reason", { reason: " \n" }, "Partner removal"],
    ["500 characters that two units write", { reason: "🎬".repeat(501) }, "🎬".repeat(500)],
  ])("records for %s what is kept", async (_, body, kept) => {
    const { owner, other, scene } = await extendedScene();
    const published = await publish(other, scene);
    expect((await removalOf(other.key, scene.id, published, body)).status).toBe(200);
    const stored = await db.scenePublication.findUniqueOrThrow({ where: { id: String(published.body.id) } });
    expect(stored.removalReason).toBe(kept);
    expect((await eventsOf(owner.partner)).at(-1)?.data.publication).toMatchObject({ reason: kept });
  });

  it("of two calls at once, one removes and both answer the same time", async () => {
    const { owner, other, scene } = await extendedScene();
    const published = await publish(other, scene);
    const answers: Answer[] = [];
    const removal = async (reason: string) =>
      void answers.push(await removalOf(other.key, scene.id, published, { reason }));
    await Promise.all([removal("One"), removal("Two")]);
    expect(new Set(answers.map(({ body }) => body.removedAt)).size).toBe(1);
    expect(answers.filter(({ body }) => body.message === undefined)).toHaveLength(1);
    expect(await eventsOf(owner.partner)).toHaveLength(2);
  });

  it("finds a publication only through its own scene and partner", async () => {
    const { owner, other, scene } = await extendedScene();
    const published = await publish(other, scene);
    const elsewhere = await makeGreenlitScene(owner.partner);
    expect((await removalOf(owner.key, scene.id, published)).status).toBe(404);
    expect((await removalOf(other.key, elsewhere.id, published)).status).toBe(404);
  });
});
