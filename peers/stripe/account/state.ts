import { randomBytes } from "node:crypto";

/** An object of Stripe's API. Fields that start with `_` are internal and never sent. */
export type Thing = { id: string; object: string; created: number; [field: string]: unknown };

/** An event, and its delivery to the webhook. */
export type StripeEvent = {
  id: string;
  type: string;
  created: number;
  object: object;
  previous?: Record<string, unknown>;
  /** Failed attempts, and the time of the next one in epoch milliseconds. */
  tries: number;
  dueAt: number;
};

/** The response to an idempotency key. */
export type KeptAnswer = { call: string; at: number; status: number; body: object };

const PAGES: Readonly<Record<string, readonly [field: string, path: string]>> = {
  "checkout.session": ["url", "/c/pay/"],
  "billing_portal.session": ["url", "/p/session/"],
  invoice: ["hosted_invoice_url", "/i/"],
  "identity.verification_session": ["url", "/start/"],
};

/** A Stripe account, in memory. */
export class Account {
  readonly things = new Map<string, Thing>();
  readonly answers = new Map<string, KeptAnswer>();
  outbox: StripeEvent[] = [];
  /** The URL of the pages for browsers. Set once the server listens. */
  pagesUrl = "";

  constructor(readonly now: () => Date) {}

  seconds(): number {
    return Math.floor(this.now().getTime() / 1000);
  }

  add(prefix: string, object: string, fields: Record<string, unknown>): Thing {
    const thing: Thing = { id: newId(prefix), object, created: this.seconds(), livemode: false, ...fields };
    this.things.set(thing.id, thing);
    return thing;
  }

  find(object: string, id: unknown): Thing | undefined {
    const thing = this.things.get(String(id));
    return thing?.object === object ? thing : undefined;
  }

  /** Throws `Refusal` `resource_missing`. */
  get(object: string, id: unknown): Thing {
    const thing = this.find(object, id);
    if (!thing) throw missing(object, String(id));
    return thing;
  }

  /** Newest first, as Stripe lists. */
  all(object: string, of: Record<string, unknown> = {}): Thing[] {
    return [...this.things.values()]
      .filter((thing) => thing.object === object && Object.entries(of).every(([name, value]) => thing[name] === value))
      .reverse();
  }

  /** Sets the URL of the pages, also in stored objects. */
  openPages(url: string): void {
    this.pagesUrl = url;
    for (const thing of this.things.values()) {
      if (thing.url || thing.hosted_invoice_url) this.address(thing);
    }
  }

  /** Sets the URL of an object's page. */
  address(thing: Thing): Thing {
    const [field, path] = PAGES[thing.object] ?? [];
    if (field) thing[field] = `${this.pagesUrl}${path}${thing.id}`;
    return thing;
  }

  tell(type: string, object: Thing, previous?: Record<string, unknown>): void {
    const about = { object: structuredClone(object), ...(previous ? { previous } : {}) };
    this.outbox.push({ id: newId("evt"), type, created: this.seconds(), ...about, tries: 0, dueAt: 0 });
  }
}

/** A random id. `_sim_` marks it as the stand-in's. The id of a page is its only permission. */
export const newId = (prefix: string): string => `${prefix}_sim_${randomBytes(12).toString("hex")}`;

/** JSON without the internal fields. */
export const toJson = (value: object): string =>
  JSON.stringify(value, (name, part: unknown) => (name.startsWith("_") ? undefined : part));

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** An error of Stripe's API: a status and an error object. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: { type: string; message: string; code?: string; param?: string; [more: string]: unknown },
  ) {
    super(error.message);
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}): Refusal =>
  new Refusal(400, { type: "invalid_request_error", message, ...more });

export const missing = (what: string, id: string): Refusal =>
  new Refusal(404, { type: "invalid_request_error", code: "resource_missing", message: `No such ${what}: '${id}'` });
