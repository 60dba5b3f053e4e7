import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import type { PeerPerson } from "./stripe-peer/identity";
import { peopleOf } from "./stripe-peer/people";
import { serve, type Trouble } from "./stripe-peer/server";
import { type Happening, newId, PeerState, type Thing } from "./stripe-peer/state";

export type { PeerPerson } from "./stripe-peer/identity";

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>;

type Sent = { rawBody: string; signature: string; eventId: string };

/**
 * Starts a stand-in for Stripe's API at the edge of tests, for the calls that the service makes. It refuses what Stripe
 * would: calls without a key or under another API version, unknown, missing or ill-typed parameters, an idempotency key
 * used for something else, steps that a thing's status does not allow. `apiBase` and `secretKey` go into the service's
 * environment; `webhookSecret` signs its messages.
 */
export async function startStripePeer() {
  const secretKey = `sk_test_${randomBytes(12).toString("hex")}`;
  const webhookSecret = `whsec_${randomBytes(24).toString("hex")}`;
  const state = new PeerState();
  const calls: string[] = [];
  const trouble: Trouble = { broken: false, losesAnswerTo: null, holds: null };
  const { apiBase, close } = await serve({ state, secretKey, trouble, calls });
  const session = (id: string): Thing => state.get("identity.verification_session", id);

  /** Signed bytes, as they would arrive at the webhook. */
  function sign({ id, type, object, previous }: Omit<Happening, "object"> & { object: object }, sentAt: Date): Sent {
    const data = { object, ...(previous ? { previous_attributes: previous } : {}) };
    const rawBody = JSON.stringify({ id, object: "event", type, created: 1, livemode: false, data });
    const timestamp = Math.floor(sentAt.getTime() / 1000);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret: webhookSecret, timestamp });
    return { rawBody, signature, eventId: id };
  }

  return {
    ...{ apiBase, secretKey, webhookSecret, calls, state, close },
    ...peopleOf(state),
    /** What the service's environment says of this peer. */
    variables: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
    /** From now on every call fails, or works again. */
    breakDown: (down: boolean) => {
      trouble.broken = down;
    },
    /** Do the next call of a path, and lose its answer on the way. */
    loseAnswerTo: (path: RegExp) => {
      trouble.losesAnswerTo = path;
    },
    /** Hold back the answer to the next call of a path, as it is then; the returned function lets it go. */
    hold: (path: RegExp): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      trouble.holds = { path, until: promise };
      return resolve;
    },
    /** The messages about what has happened since this was asked last, oldest first. */
    takeMessages: (): Sent[] => state.happened.splice(0).map((one) => sign(one, new Date())),
    /** A signed message about an ID check. */
    message: (type: string, sessionId: string, { eventId = newId("evt"), sentAt = new Date() } = {}): Sent =>
      sign({ id: eventId, type, object: { id: sessionId, object: "identity.verification_session" } }, sentAt),
    /** A signed message about anything; `previous` is what a change took away. */
    messageAbout: (type: string, object: object, previous?: Record<string, unknown>): Sent =>
      sign({ id: newId("evt"), type, object, ...(previous ? { previous } : {}) }, new Date()),
    processing: (id: string) => Object.assign(session(id), { status: "processing" }),
    verify: (id: string, person: PeerPerson) =>
      Object.assign(session(id), { status: "verified", last_error: null, person }),
    fail: (id: string, code: string) =>
      Object.assign(session(id), { status: "requires_input", last_error: { code, reason: "It failed." } }),
    cancel: (id: string) => Object.assign(session(id), { status: "canceled" }),
  };
}
