import Stripe from "stripe";
import { type Account, type StripeEvent, toJson } from "./account";

export type Message = { rawBody: string; signature: string; eventId: string };

/** The delays before each retry. After the last, the message is dropped. */
const RETRIES_MS = [1_000, 5_000, 30_000, 120_000, 600_000];
const PATIENCE_MS = 20_000;
const AT_ONCE = 5;
const POLL_MS = 1_000;

/** The signed message, as sent to the webhook. */
export function signed(
  { id, type, created, object, previous }: Omit<StripeEvent, "tries" | "dueAt">,
  secret: string,
  sentAt = new Date(),
): Message {
  const data = { object, ...(previous ? { previous_attributes: previous } : {}) };
  const event = { id, object: "event", type, created, api_version: Stripe.API_VERSION, livemode: false, data };
  const rawBody = toJson(event);
  const timestamp = Math.floor(sentAt.getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: rawBody, secret, timestamp });
  return { rawBody, signature, eventId: id };
}

/**
 * Sends an account's messages to a webhook, unordered like Stripe's, and retries until a 2xx. `save` stores the rest. `kick`
 * sends what is due.
 */
export function startSending(options: { account: Account; url: string; secret: string; save: () => Promise<void> }) {
  const { account, url, secret, save } = options;
  const stopped = new AbortController();
  let sending = false;

  async function send(one: StripeEvent): Promise<void> {
    const { rawBody, signature } = signed(one, secret);
    const headers = { "Content-Type": "application/json", "Stripe-Signature": signature };
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const arrived = await fetch(url, { method: "POST", headers, body: rawBody, signal, redirect: "manual" }).then(
      ({ ok }) => ok,
      () => false,
    );
    const delay = RETRIES_MS[one.tries];
    if (arrived || delay === undefined) account.outbox = account.outbox.filter((other) => other !== one);
    else Object.assign(one, { tries: one.tries + 1, dueAt: Date.now() + delay });
  }

  async function kick(): Promise<void> {
    if (sending) return;
    sending = true;
    try {
      while (!stopped.signal.aborted) {
        const due = account.outbox.filter(({ dueAt }) => dueAt <= Date.now()).slice(0, AT_ONCE);
        if (due.length === 0) return;
        await Promise.all(due.map(send));
        await save();
      }
    } finally {
      sending = false;
    }
  }

  const timer = setInterval(() => void kick(), POLL_MS);
  return {
    kick: () => void kick(),
    stop: () => {
      clearInterval(timer);
      stopped.abort();
    },
  };
}
