import { randomBytes } from "node:crypto";
import { Account, fail, load, newId, type PeerPerson, passTime, peopleOf, saving, type Thing, verify } from "./account";
import { type Message, signed, startSending } from "./messages";
import { serve, type Trouble } from "./server";

export type { CardKind, PeerPerson } from "./account";

const TIME_PASSES_MS = 60_000;

export type StripeOptions = {
  /** 0 for a free port. */
  port?: number;
  /** The URL of the pages for browsers. */
  pagesUrl?: string;
  secretKey?: string;
  webhookSecret?: string;
  /** Where to send messages. Without it, they wait for `takeMessages`. */
  webhookUrl?: string;
  /** A file that keeps the account across restarts. */
  file?: string;
  now?: () => Date;
};

export type StripeStandIn = Awaited<ReturnType<typeof startStripe>>;

/**
 * Starts a stand-in for Stripe: the API calls that the service makes, the pages, and signed messages. Like Stripe, it refuses
 * wrong keys, API versions and parameters, a reused idempotency key, and steps that an object's status does not allow. No
 * money moves. Rejects with the system's error (`EADDRINUSE`, `EACCES`) if the port is unavailable.
 */
export async function startStripe(options: StripeOptions = {}) {
  const { port: wanted = 0, file, webhookUrl, now = () => new Date() } = options;
  const secretKey = options.secretKey ?? `sk_test_${randomBytes(12).toString("hex")}`;
  const webhookSecret = options.webhookSecret ?? `whsec_${randomBytes(24).toString("hex")}`;
  const account = new Account(now);
  const trouble: Trouble = { broken: false, losesAnswerTo: null, delays: null };
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
    id: newId("evt"),
    type,
    created: account.seconds(),
    object,
    ...(previous ? { previous } : {}),
  });

  return {
    port,
    apiBase,
    secretKey,
    webhookSecret,
    calls,
    account,
    ...peopleOf(account),
    close: async () => {
      clearInterval(timer);
      sending?.stop();
      await close();
      await save();
    },
    /** Environment variables that point the service to it. */
    variables: { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase },
    /** Runs what is due: renewals, retries, expired checkouts. With a webhook this happens every minute. */
    passTime: () => passTime(account),
    /** Makes every call fail, or work again. */
    breakDown: (down: boolean) => {
      trouble.broken = down;
    },
    /** Runs the next call of a path, but drops the response. */
    loseAnswerTo: (path: RegExp) => {
      trouble.losesAnswerTo = path;
    },
    /** Delays the response to the next call of a path until the returned function is called. */
    delayAnswerTo: (path: RegExp): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      trouble.delays = { path, until: promise };
      return resolve;
    },
    /** The messages since the last call, oldest first. */
    takeMessages: (): Message[] => account.outbox.splice(0).map((one) => sign(one)),
    /** A signed message about an ID check. */
    message: (type: string, sessionId: string, { eventId = newId("evt"), sentAt = new Date() } = {}): Message =>
      sign({ ...about(type, { id: sessionId, object: "identity.verification_session" }), id: eventId }, sentAt),
    /** A signed message about any object. `previous` has the old values of a change. */
    messageAbout: (type: string, object: object, previous?: Record<string, unknown>): Message =>
      sign(about(type, object, previous)),
    processing: (id: string) => Object.assign(session(id), { status: "processing" }),
    verify: (id: string, person: PeerPerson) => verify(session(id), person),
    fail: (id: string, code: string) => fail(session(id), code),
    cancel: (id: string) => Object.assign(session(id), { status: "canceled" }),
  };
}
