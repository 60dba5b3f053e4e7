import { describe, expect, it } from "vitest";
import type { RouteHandler } from "@/lib/api/declaration";
import { newId } from "@/lib/platform/ids";
import { type Answer, call } from "@/lib/testing/api";
import { makeExtension, makeGreenlitScene, makePublication, makeScene } from "@/lib/testing/scenes";
import { recordFingerprint, statementsOf } from "@/lib/testing/sql";
import { makeCaller, publicationBody } from "@/lib/testing/syndication";
import { POST as cancel } from "./[sceneId]/cancel/route";
import { POST as extend } from "./[sceneId]/extend/route";
import { POST as remove } from "./[sceneId]/publications/[pubId]/remove/route";
import { POST as register } from "./[sceneId]/publications/route";
import { GET as read } from "./[sceneId]/route";

const post = { method: "POST" };
const VOLATILE = new Set(["x-request-id", "x-ratelimit-reset", "x-ratelimit-remaining"]);

/** An answer byte for byte, and the statements that it took. */
async function traceOf(handler: RouteHandler, options: Parameters<typeof call>[1]) {
  let answer: Answer | undefined;
  const work = await statementsOf(async () => {
    answer = await call(handler, options);
  });
  const headers = [...(answer?.headers ?? [])].filter(([name]) => !VOLATILE.has(name));
  return { status: answer?.status, headers: headers.toSorted(), body: JSON.stringify(answer?.body), work };
}

describe("a partner without an extension", () => {
  const at = new Date();
  const STATES = {
    pending: {},
    blocked: { status: "blocked", block: "expired", blockedAt: at },
    cancelled: { status: "cancelled", cancelledAt: at },
    greenlit: { status: "greenlit", greenlitAt: at },
  } as const;
  const body = { body: publicationBody() };
  it.each([
    ["read", read, {}, true],
    ["cancel", cancel, post, true],
    ["remove", remove, post, true],
    ["extend", extend, post, false],
    ["publish", register, body, false],
  ])("gets one and the same 404 to a %s, from the same work", async (_, handler, input, alsoGreenlit) => {
    const { key } = await makeCaller();
    const paramsOf = (sceneId: string, pubId: string): Record<string, string> =>
      handler === remove ? { sceneId, pubId } : { sceneId };
    const traces = [];
    // The first call also looks the key up.
    await call(handler, { key, params: paramsOf(newId(), newId()), ...input });
    traces.push(await traceOf(handler, { key, params: paramsOf(newId(), newId()), ...input }));
    for (const [state, data] of Object.entries(STATES)) {
      if (state === "greenlit" && !alsoGreenlit) continue;
      const scene = await makeScene(undefined, data);
      const owned = state === "greenlit" ? await makePublication(scene, { partnerId: scene.partnerId }) : null;
      const params = paramsOf(scene.id, owned?.id ?? newId());
      const before = await recordFingerprint();
      traces.push(await traceOf(handler, { key, params, ...input }));
      expect(await recordFingerprint()).toEqual(before);
    }
    expect(traces[0]).toMatchObject({ status: 404, body: '{"error":"Not found"}' });
    expect(traces[0]?.work).not.toEqual([]);
    for (const trace of traces) expect(trace).toEqual(traces[0]);
  });

  it("gets the same 403 to a publication, whether others extended and published or not", async () => {
    const { key } = await makeCaller();
    const [quiet, busy] = [await makeGreenlitScene(), await makeGreenlitScene()];
    const { partnerId } = await makeExtension(busy);
    const { contentUrl } = await makePublication(busy, { partnerId });
    const input = { key, body: publicationBody(contentUrl) };
    await call(register, { ...input, params: { sceneId: quiet.id } });
    const [first, second] = [
      await traceOf(register, { ...input, params: { sceneId: quiet.id } }),
      await traceOf(register, { ...input, params: { sceneId: busy.id } }),
    ];
    expect(first).toMatchObject({ status: 403, body: expect.stringContaining('"code":"extension_required"') });
    expect(second).toEqual(first);
  });
});
