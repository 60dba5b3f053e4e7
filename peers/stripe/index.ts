import { randomBytes } from "node:crypto";
import { Account, load, newId, passTime, peopleOf, saving, type Thing } from "./account";
import type { PeerPerson } from "./api";
import { type Message, signed, startSending } from "./messages";
import { serve, type Trouble } from "./server";

export type { CardKind } from "./account";
export type { PeerPerson } from "./api";

const TIME_PASSES_MS = 60_000;

export type StripeOptions = {
  /** 0 takes a free one. */
  port?: number;
  /** Where people's browsers reach the pages. */
  pagesUrl?: string;
  secretKey?: string;
  webhookSecret?: string;
  /** Where its messages go. Without one they wait until `takeMessages` asks for them. */
  webhookUrl?: string;
  /** Keeps everything in this file, over restarts. */
  file?: string;
  now?: () => Date;
};

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/**
 * Starts a stand-in for Stripe: its API, for the calls that the service makes, its pages, and its signed messages. It
 * refuses what Stripe would: calls without a key or under another API version, unknown, missing or ill-typed parameters, an
 * idempotency key used for something else, steps that a thing's status does not allow. No money moves.
 *
 * Rejects with the system's error (`EADDRINUSE`, `EACCES`) when the port cannot be had.
 */
export async function startStripe(options: StripeOptions = {}) {
  const { port: wanted = 0, file, webhookUrl, now = () => new Date() } = options;
  const secretKey = options.secretKey ?? `sk_test_${randomBytes(12).toString("hex")}`;
  const webhookSecret = options.webhookSecret ?? `whsec_${randomBytes(24).toString("hex")}`;
  const account = new Account(now);
  const trouble: Trouble = { broken: false, losesAnswerTo: null, holds: null };
  const calls: string[] = [];
  const save = file ? saving(account, file) : async () => {};
  let kick = () => {};
  const changed = async () => {
    await save();
    kick();
  };

  if (file) await load(account, file);
  const { port, close } = await serve({ account, secretKey, port: wanted, trouble, calls, changed });
  account.openPages(options.pagesUrl ?? `http://localhost:${port}`);
  const sending = webhookUrl ? startSending({ account, url: webhookUrl, secret: webhookSecret, save }) : undefined;
  if (sending) kick = sending.kick;
  const goOn = () => void (passTime(account) && changed());
  const timer = webhookUrl ? setInterval(goOn, TIME_PASSES_MS) : undefined;
  if (webhookUrl) goOn();

  const apiBase = `http://127.0.0.1:${port}`;
  const session = (id: string): Thing => account.get("identity.verification_session", id);
  const sign = (happened: Parameters<typeof signed>[0], sentAt?: Date) => signed(happened, webhookSecret, sentAt);
  const about = (type: string, object: object, previous?: Record<string, unknown>) => ({
    ...{ id: newId("evt"), type, created: account.seconds(), object },
    ...(previous ? { previous } : {}),
  });

  return {
    ...{ port, apiBase, secretKey, webhookSecret, calls, account },
    ...peopleOf(account),
    close: async () => {
      clearInterval(timer);
      sending?.stop();
      await close();
      await save();
    },
    /** What the service's environment says of it, as it would of Stripe. */
    variables: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
    /** Does what is due by now: renewals, new tries, checkouts that expire. With a webhook this happens each minute. */
    passTime: () => passTime(account),
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
    takeMessages: (): Message[] => account.outbox.splice(0).map((one) => sign(one)),
    /** A signed message about an ID check. */
    message: (type: string, sessionId: string, { eventId = newId("evt"), sentAt = new Date() } = {}): Message =>
      sign({ ...about(type, { id: sessionId, object: "identity.verification_session" }), id: eventId }, sentAt),
    /** A signed message about anything; `previous` is what a change took away. */
    messageAbout: (type: string, object: object, previous?: Record<string, unknown>): Message =>
      sign(about(type, object, previous)),
    processing: (id: string) => Object.assign(session(id), { status: "processing" }),
    verify: (id: string, person: PeerPerson) =>
      Object.assign(session(id), { status: "verified", last_error: null, _person: person }),
    fail: (id: string, code: string) =>
      Object.assign(session(id), { status: "requires_input", last_error: { code, reason: "It failed." } }),
    cancel: (id: string) => Object.assign(session(id), { status: "canceled" }),
  };
}
