import { describe, expect, it } from "vitest";
import { GET as proveScene } from "@/app/api/v1/collab-scenes/[sceneId]/proof/route";
import { POST as publish } from "@/app/api/v1/collab-scenes/[sceneId]/publications/route";
import { GET as proveContent } from "@/app/api/v1/content/[depictionId]/proof/route";
import { GET as proveProduction } from "@/app/api/v1/productions/[productionId]/proof/route";
import { parseVerifierKey, verifyProof } from "@/clients/ledger/verify.mjs";
import { record } from "@/lib/domain/core/ledger";
import { inTransaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type CallOptions, call } from "@/lib/testing/api";
import { keyCtx, makeCustodian, makeDepiction, personCtx, staffCtx } from "@/lib/testing/factories";
import { makeProduction } from "@/lib/testing/productions";
import { extendedScene, makeCaller, publicationBody } from "@/lib/testing/syndication";
import { integrateAll, recordAbout, verifierKeys } from "@/lib/testing/transparency";

type Page = { proofs: { logIndex: number; proof: string }[]; pending: number; nextCursor: string | null };

async function pageOf(handler: Parameters<typeof call>[0], options: CallOptions): Promise<Page> {
  const { status, body } = await call(handler, options);
  expect(status).toBe(200);
  return body as unknown as Page;
}

/** What the proofs of a page say, each verified. */
async function provenBy(handler: Parameters<typeof call>[0], options: CallOptions) {
  const keys = await Promise.all((await verifierKeys()).map(parseVerifierKey));
  const { proofs, pending } = await pageOf(handler, options);
  expect(pending).toBe(0);
  const verified = await Promise.all(proofs.map(({ proof }) => verifyProof(proof, keys)));
  expect(verified.map(({ index }) => index)).toEqual(proofs.map(({ logIndex }) => logIndex));
  return verified.map(({ entry }) => entry);
}

it("proves a record's history in pages, and says what has no proof yet", async () => {
  const { partner, key } = await makeCaller();
  const { id: depictionId } = await makeDepiction(partner);
  const subject = { kind: "depiction", id: depictionId } as const;
  await recordAbout(
    Array.from({ length: 5 }, () => depictionId),
    { ctx: keyCtx(partner), action: "depiction.viewed", subject },
  );
  const params = { depictionId };
  expect(await pageOf(proveContent, { key, params })).toEqual({ proofs: [], pending: 5, nextCursor: null });
  await integrateAll();
  const places: number[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: "2", ...(cursor && { cursor }) };
    const page: Page = await pageOf(proveContent, { key, params, query });
    places.push(...page.proofs.map(({ logIndex }) => logIndex));
    cursor = page.nextCursor;
  } while (cursor);
  expect(new Set(places).size).toBe(5);
  expect((await provenBy(proveContent, { key, params })).map(({ action }) => action)).toEqual(
    Array.from({ length: 5 }, () => "depiction.viewed"),
  );
  for (const query of [{ cursor: "x" }, { cursor: "0" }, { limit: "101" }] as Record<string, string>[])
    expect((await call(proveContent, { key, params, query })).status).toBe(400);
});

describe("a scene", () => {
  it("is proven to its owner without who acted, and to who extended it only what is its own", async () => {
    const { owner, other, scene } = await extendedScene();
    const performer = scene.performers[0]?.id ?? "";
    const custodian = await makeCustodian();
    await inTransaction(async (tx) => {
      const subject = { kind: "collab_scene", id: scene.id } as const;
      const signer = { kind: "scene_performer", id: performer } as const;
      record(tx, { ctx: keyCtx(owner.partner), action: "collab_scene.created", subject });
      record(tx, { ctx: personCtx(custodian), action: "scene_performer.signed", subject: signer });
      record(tx, { ctx: staffCtx(custodian), action: "scene_performer.consented", subject: signer, partnerId: null });
      record(tx, { ctx: staffCtx(custodian), action: "collab_scene.greenlit", subject, partnerId: null });
      record(tx, { ctx: staffCtx(custodian), action: "collab_scene.viewed", subject, partnerId: null });
      record(tx, { ctx: keyCtx(other.partner), action: "collab_scene.extended", subject });
    });
    const params = { sceneId: scene.id };
    await call(publish, { key: other.key, params, body: publicationBody() });
    await integrateAll();
    const [greenlit, owners] = ["collab_scene.greenlit", await provenBy(proveScene, { key: owner.key, params })];
    const said = owners.map(({ action }) => action).toSorted();
    expect(said).toEqual(
      ["collab_scene.created", greenlit, "collab_scene.publication_registered", "scene_performer.consented"].toSorted(),
    );
    expect(owners.find(({ action }) => action === greenlit)).toEqual({
      ...{ at: expect.any(String), action: greenlit, subjectKind: "collab_scene", subjectId: scene.id },
    });
    expect(owners.filter(({ actorKind }) => actorKind).map(({ action }) => action)).toEqual(["collab_scene.created"]);
    expect(JSON.stringify(owners)).not.toContain(other.partner.id);
    const others = await provenBy(proveScene, { key: other.key, params });
    expect(others.map(({ action, partnerId }) => [action, partnerId])).toEqual([
      ["collab_scene.extended", other.partner.id],
      ["collab_scene.publication_registered", other.partner.id],
    ]);
  });
});

it("a production is proven to each linked partner, without naming the others", async () => {
  const [mine, theirs] = [await makeCaller(), await makeCaller()];
  const production = await makeProduction({ partners: [mine.partner, theirs.partner], performers: [], depictions: 0 });
  await inTransaction(async (tx) => {
    const subject = { kind: "production", id: production.id } as const;
    record(tx, { ctx: keyCtx(mine.partner), action: "production.created", subject });
    record(tx, { ctx: keyCtx(theirs.partner), action: "production.depictions_added", subject, detail: { count: 3 } });
    record(tx, { ctx: staffCtx({ id: newId() }), action: "production.viewed", subject });
  });
  await integrateAll();
  const proven = await provenBy(proveProduction, { key: mine.key, params: { productionId: production.id } });
  const [created, added] = ["production.created", "production.depictions_added"].map((action) =>
    proven.find((entry) => entry.action === action),
  );
  expect(proven.filter(({ action }) => action === "production.viewed")).toEqual([]);
  expect(created).toMatchObject({ partnerId: mine.partner.id, actorKind: "partner_key" });
  expect(Object.keys(added ?? {}).toSorted()).toEqual(["action", "at", "subjectId", "subjectKind"]);
});

it("another's record answers byte for byte like one that doesn't exist", async () => {
  const [{ partner }, stranger] = [await makeCaller(), await makeCaller()];
  const [{ id: depiction }, { scene }] = [await makeDepiction(partner), await extendedScene()];
  const production = await makeProduction({ partners: [partner], performers: [], depictions: 0 });
  const cases = [
    [proveContent, "depictionId", depiction],
    [proveScene, "sceneId", scene.id],
    [proveProduction, "productionId", production.id],
  ] as const;
  for (const [handler, name, id] of cases) {
    const answers = await Promise.all(
      [id, newId(), "x"].map(async (one) => {
        const { status, body } = await call(handler, { key: stranger.key, params: { [name]: one } });
        return JSON.stringify([status, body]);
      }),
    );
    expect(new Set(answers).size, name).toBe(1);
    expect(answers[0]).toContain("404");
  }
});
