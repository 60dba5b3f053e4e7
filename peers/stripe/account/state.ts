import { randomBytes } from "node:crypto";

/** One object of Stripe's API. Fields that begin with `_` are ours and are never sent. */
export type Thing = { id: string; object: string; created: number; [field: string]: unknown };

/** Something that Stripe sends a message about. */
export type Happening = {
  id: string;
  type: string;
  created: number;
  object: object;
  previous?: Record<string, unknown>;
  /** How often it was sent in vain, and when to send it again, in milliseconds. */
  tries: number;
  dueAt: number;
};

/** What was answered to an idempotency key. */
export type KeptAnswer = { call: string; at: number; status: number; body: object };

const PAGES: Readonly<Record<string, readonly [field: string, path: string]>> = {
  "checkout.session": ["url", "/c/pay/"],
  "billing_portal.session": ["url", "/p/session/"],
  invoice: ["hosted_invoice_url", "/i/"],
};

/** One Stripe account: everything it holds, in memory. */
export class Account {
  readonly things = new Map<string, Thing>();
  readonly answers = new Map<string, KeptAnswer>();
  outbox: Happening[] = [];
  /** Where people's browsers find the pages. Known once the server listens. */
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

  /** Says where the pages are, also to what was kept while they were elsewhere. */
  openPages(url: string): void {
    this.pagesUrl = url;
    for (const thing of this.things.values()) {
      if (thing.url || thing.hosted_invoice_url) this.address(thing);
    }
  }

  /** Gives a thing the address of its page. */
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

/** Its `_sim_` tells it from an id of Stripe's. It cannot be guessed: whoever knows the id of a page may act on it. */
export const newId = (prefix: string): string => `${prefix}_sim_${randomBytes(12).toString("hex")}`;

/** JSON as Stripe would send it: without the fields that are ours. */
export const toJson = (value: object): string =>
  JSON.stringify(value, (name, part: unknown) => (name.startsWith("_") ? undefined : part));

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** How Stripe says no: a status and an error object. */
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
