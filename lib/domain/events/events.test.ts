import { expect, it } from "vitest";
import { events, namedObjectsOf, objectsOf } from "./events";

it("finds ids and addresses at any depth, once, and nothing else", () => {
  expect(
    objectsOf({
      scene: { id: "s1", title: "A title", uploadSessionId: null },
      performers: [{ email: "a@example.com", status: "consented" }, { email: "a@example.com" }],
      sha256: "ff",
    }),
  ).toEqual(["s1", "a@example.com"]);
  expect(objectsOf(events["solo_account.verified"].example)).toHaveLength(2);
  expect(objectsOf({ unsignedPerformers: ["b@example.com"], status: ["x"] })).toEqual(["b@example.com"]);
});

it("leaves out values that no index can hold", () => {
  expect(objectsOf({ externalContentId: "x".repeat(513), contentId: "" })).toEqual([]);
});

it("returns the status of each", () => {
  expect(namedObjectsOf({ scene: { id: "s1", performers: [{ email: "a@example.com" }] }, ids: ["no id"] })).toEqual([
    { name: "scene.id", value: "s1" },
    { name: "scene.performers.email", value: "a@example.com" },
  ]);
});
