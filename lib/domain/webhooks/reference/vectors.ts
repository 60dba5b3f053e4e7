import { EVENT_TYPES, type EventType, events } from "@/lib/domain/webhooks/events";
import { signatureHeaders } from "@/lib/domain/webhooks/sign";

/** One signed delivery with everything that its signature was made from. */
export type Vector = {
  id: string;
  title: string;
  why: string;
  /** The live secrets, the newest first. */
  secrets: readonly string[];
  timestamp: number;
  eventId: string;
  /** The exact body; its bytes are those of UTF-8. */
  body: string;
  headers: Readonly<Record<string, string>>;
};

// Base64 of 32 letters that say what they are for.
const CURRENT = "whsec_b25seSBmb3IgdGVzdHM6IHRoZSBjdXJyZW50IGtleSE=";
const PREVIOUS = "whsec_b25seSBmb3IgdGVzdHM6IHRoZSBwcmV2aW91cyBrZXk=";
const CREATED = 1788609600;
const LATER = 300;
const DELIVERY = "del_03f9c2k7v1m4x8q0z5t6b3n1z";

/** Deliveries to check a verifier with, signed by what signs every delivery. */
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
      why: "The same body five minutes later, as a retry is signed. Each secret by itself must be enough.",
      secrets: [CURRENT, PREVIOUS],
      timestamp: CREATED + LATER,
      body,
      type: "solo_account.verified",
    }),
    vector({
      id: "beyond-ascii",
      title: "A body beyond ASCII",
      why: "Sign the bytes as they came. Parsing the JSON and writing it again may escape these letters and change the bytes.",
      secrets: [CURRENT],
      body: bodyOf("test.ping", { message: name }),
      type: "test.ping",
    }),
  ];
}

/** The body of an event of this type as it may be sent, on one line as every body is. */
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

/** What the reference and the API's description for programs are told of every type of event, in the contract's order. */
export const declaredWebhooks = EVENT_TYPES.map((type) => {
  const { when, data } = events[type];
  return { type, when, data, example: JSON.parse(exampleBody(type)) as unknown };
});
