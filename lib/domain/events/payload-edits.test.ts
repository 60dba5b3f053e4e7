import { describe, expect, it } from "vitest";
import { events } from "./events";
import { editBody, PayloadEdits } from "./payload-edits";

const BODY = Buffer.from(
  JSON.stringify({
    id: "evt_1",
    type: "collab_scene.created",
    created: 1_788_609_600,
    data: { scene: { sceneId: "s", performers: [{ email: "a@example.com", status: "x" }] }, uploadSessionId: null },
    rehearsal: true,
  }),
);
const edit = (edits: PayloadEdits, body = BODY) => JSON.parse(editBody(body, edits).toString());

describe("edits of a payload", () => {
  it.each<[PayloadEdits, unknown]>([
    [{}, { scene: { sceneId: "s", performers: [{ email: "a@example.com", status: "x" }] }, uploadSessionId: null }],
    [{ only: ["scene.sceneId"] }, { scene: { sceneId: "s" } }],
    [{ only: ["scene"], omit: ["scene.performers.email"] }, { scene: { sceneId: "s", performers: [{ status: "x" }] } }],
    [{ omit: ["scene", "nowhere.at.all"] }, { uploadSessionId: null }],
    [
      { rename: { "scene.sceneId": "id", uploadSessionId: "session" }, omit: ["scene.performers"] },
      { scene: { id: "s" }, session: null },
    ],
    [
      { only: [], add: { source: "vellum", live: true } },
      { source: "vellum", live: true },
    ],
    [{ omit: ["scene"], add: { uploadSessionId: 7 } }, { uploadSessionId: 7 }],
  ])("%j", (edits, data) => {
    const { data: edited, ...rest } = edit(PayloadEdits.parse(edits));
    expect(edited).toEqual(data);
    expect(rest).toEqual({ id: "evt_1", type: "collab_scene.created", created: 1_788_609_600, rehearsal: true });
  });

  it("give the same bytes each time, and none change a body without edits", () => {
    const edits = PayloadEdits.parse({ rename: { "scene.sceneId": "id" }, add: { b: 1, a: 2 } });
    expect(editBody(BODY, edits)).toEqual(editBody(BODY, edits));
    // These bytes are signed: a change of this text changes what waiting deliveries send on their next attempt.
    expect(editBody(BODY, edits).toString()).toBe(
      '{"id":"evt_1","type":"collab_scene.created","created":1788609600,"data":{"scene":{"id":"s","performers":' +
        '[{"email":"a@example.com","status":"x"}]},"uploadSessionId":null,"b":1,"a":2},"rehearsal":true}',
    );
    expect(editBody(BODY, null)).toEqual(BODY);
  });

  it.each(Object.entries(events))("without words leave %s as it is", (type, { example }) => {
    const body = Buffer.from(JSON.stringify({ id: "evt_1", type, created: 1, data: example }));
    expect(editBody(body, {})).toEqual(body);
  });

  it.each([
    { only: "scene" },
    { omit: ["scene..id"] },
    { omit: ["scene[0]"] },
    { rename: { scene: "a.b" } },
    { add: { nested: { a: 1 } } },
    { add: { "a b": 1 } },
    { run: "return event" },
    { omit: Array.from({ length: 51 }, (_, n) => `a${n}`) },
  ])("refuse %j", (edits) => {
    expect(PayloadEdits.safeParse(edits).success).toBe(false);
  });

  it("can't reach an object's prototype", () => {
    const body = Buffer.from('{"id":"e","type":"t","created":1,"data":{"a":{"__proto__":{"x":1}}}}');
    const edits = PayloadEdits.parse(JSON.parse('{"rename":{"a":"__proto__"},"add":{"constructor":"c"}}'));
    expect(editBody(body, edits).toString()).toBe(
      '{"id":"e","type":"t","created":1,"data":{"__proto__":{"__proto__":{"x":1}},"constructor":"c"}}',
    );
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
