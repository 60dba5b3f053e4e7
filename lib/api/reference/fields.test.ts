import { expect, test } from "vitest";
import { DELIVERY_HEADERS } from "@/lib/api/openapi/webhooks";
import { EVENT_TYPES } from "@/lib/domain/events/events";
import { declaredWebhooks, vectors } from "@/lib/domain/events/reference";
import { referenceEvents } from "./fields";

const events = referenceEvents(declaredWebhooks);

test("every event type is printed once, and every field has a description", () => {
  expect(events.map(({ id }) => id)).toEqual(EVENT_TYPES.map((type) => `event-${type}`));
  for (const { type, when, fields, sample } of events) {
    expect(when, type).toMatch(/\.$/);
    expect(fields.length, type).toBeGreaterThan(0);
    for (const field of fields) expect(field.description, `${type} ${field.name}`).toMatch(/\.$/);
    expect(JSON.parse(sample), type).toMatchObject({ type, data: {} });
  }
});

test("a field shows whether it can be null or absent", () => {
  const fieldsOf = (type: string) => {
    const { fields = [] } = events.find((event) => event.type === type) ?? {};
    return new Map(fields.map(({ name, type: kind, required }) => [name, [kind, required]]));
  };
  expect(fieldsOf("content_log.created").get("externalContentId")).toEqual(["string or null", true]);
  expect(fieldsOf("content_log.deleted").get("legalBasis")).toEqual(["string", false]);
  expect(fieldsOf("content_log.deleted").has("sha256")).toBe(false);
  expect(fieldsOf("collab_scene.created").get("uploadSessionId")).toEqual(["string or null", true]);
  expect(fieldsOf("collab_scene.greenlit").get("uploadSessionId")).toEqual(["string or null", false]);
});

test("the printed delivery is signed like the first test vector", () => {
  const [first] = vectors();
  const shown = Object.fromEntries(DELIVERY_HEADERS.map(([name, , example]) => [name, example]));
  expect({ "Content-Type": "application/json", ...shown }).toEqual(first?.headers);
  expect(JSON.parse(events[0]?.sample ?? "")).toEqual(JSON.parse(first?.body ?? ""));
});
