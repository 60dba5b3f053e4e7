import { EVENT_TYPES, type EventType, events } from "@/lib/domain/events/events";
import { signatureHeaders } from "@/lib/domain/events/sign";

/** A signed delivery with all inputs of its signature. */
export type Vector = {
  id: string;
  title: string;
  why: string;
  /** The live secrets, newest first. */
  secrets: readonly string[];
  timestamp: number;
  eventId: string;
  /** The exact body, as UTF-8. */
  body: string;
  headers: Readonly<Record<string, string>>;
};

// Base64 of 32 letters that say what the keys are for.
const CURRENT = "whsec_b25seSBmb3IgdGVzdHM6IHRoZSBjdXJyZW50IGtleSE=";
const PREVIOUS = "whsec_b25seSBmb3IgdGVzdHM6IHRoZSBwcmV2aW91cyBrZXk=";
const CREATED = 1788609600;
const LATER = 300;
const DELIVERY = "del_03f9c2k7v1m4x8q0z5t6b3n1z";

/** Deliveries for testing a verifier, signed by the same code as real ones. */
export function vectors(): Vector[] {
  const body = bodyOf("solo_account.verified", events["solo_account.verified"].example);
  const name = "Zoë & Ελένη – 5 € 🎬";
  return [
    vector({
      id: "one-secret",
      title: "One secret",
      why: "The usual case.",
      secrets: [CURRENT],
      body,
      type: "solo_account.verified",
    }),
    vector({
      id: "two-secrets",
      title: "Two secrets, during a rotation",
      why: "The same body five minutes later, as a retry is signed. Either secret alone must verify it.",
      secrets: [CURRENT, PREVIOUS],
      timestamp: CREATED + LATER,
      body,
      type: "solo_account.verified",
    }),
    vector({
      id: "beyond-ascii",
      title: "A body beyond ASCII",
      why: "Verify the raw bytes. Re-serialized JSON may escape these letters, which changes the bytes.",
      secrets: [CURRENT],
      body: bodyOf("test.ping", { message: name }),
      type: "test.ping",
    }),
  ];
}

/** An example body of an event type, on one line like every body. */
export const exampleBody = (type: EventType): string => bodyOf(type, events[type].example);

const idOf = (type: EventType): string =>
  type === "test.ping" ? `evt_test_${CREATED}000` : "evt_03f9c2k7v1m4x8q0z5t6b3n1a";

const bodyOf = (type: EventType, data: unknown): string =>
  JSON.stringify({ id: idOf(type), type, created: CREATED, data });

type Chosen = Pick<Vector, "id" | "title" | "why" | "secrets" | "body"> & { type: EventType; timestamp?: number };

function vector({ type, timestamp = CREATED, ...chosen }: Chosen): Vector {
  const { body, secrets } = chosen;
  const eventId = idOf(type);
  const headers = {
    "Content-Type": "application/json",
    "X-SVC-Event": type,
    "X-SVC-Delivery": type === "test.ping" ? "del_test" : DELIVERY,
    ...signatureHeaders({ eventId, body: Buffer.from(body), timestamp, secrets }),
  };
  return { ...chosen, timestamp, eventId, headers };
}

/** All event types for the reference and the OpenAPI document, in the contract's order. */
export const declaredWebhooks = EVENT_TYPES.map((type) => {
  const { when, data } = events[type];
  return { type, when, data, example: JSON.parse(exampleBody(type)) as unknown };
});
