import type { Client } from "pg";
import type { Answers } from "@/lib/domain/removals/filing/schemas";
import { sha256 } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";
import { buildPages, findBuild } from "@/scripts/build";
import { step } from "@/scripts/progress.mjs";
import { addTime, shuffled, type Times, table, timed } from "./telling-times";
import { type Partner, withTimedService } from "./timed-service";

const ROUNDS = 300;
const WARM_UP = 60;

// What a claimant gives: nobody's address and no recorded URL; the address of a creator with works; the creator's name; the URL of
// one of the works. The last is the first again, so that it shows the noise of the run.
const KINDS = ["unknown", "address", "name", "URL", "unknown too"] as const;
type Kind = (typeof KINDS)[number];
const CALLS = ["give address", "read statement", "sign", "read “check your email”", "open link", "send"] as const;
type Call = (typeof CALLS)[number];

const WORKS = 50;
const NAME = "Clara Claimant";

/**
 * Measures whether the time of a removal request tells about its claimant. Each round files one request for every kind of address, in
 * random order and one at a time, as a browser without scripts does. Returns the table for `docs/benchmarks.md`.
 */
export async function benchRemovalFilings(): Promise<string> {
  const build = findBuild();
  if (!build.isFresh) await step("Building the pages", () => buildPages(build));
  return withTimedService("removals", async ({ client, url, partners }) => {
    // They read their environment as they load.
    const { startDraft } = await import("@/lib/domain/removals");
    const { closeDatabase } = await import("@/lib/platform/db");
    const times: Times = new Map();
    try {
      await step(`${ROUNDS} rounds`, async () => {
        for (let round = 0; round < WARM_UP + ROUNDS; round++) {
          for (const [place, kind] of shuffled(KINDS).entries()) {
            const claimant = await makeClaimant(client, { kind, partner: partners[round % partners.length] });
            const { token } = await startDraft({ ...ANSWERS, urls: [claimant.url] });
            const network = round * KINDS.length + place;
            const browser = new Browser(url, { token, address: `100.${64 + (network >> 8)}.${network & 255}.1` });
            const add = (call: Call, ms: number) => round >= WARM_UP && addTime(times, kind, call, ms);
            await fileOne(client, { browser, claimant, add });
          }
        }
      });
    } finally {
      await closeDatabase();
    }
    return table(times, { kinds: KINDS, calls: CALLS, rounds: ROUNDS });
  });
}

const ANSWERS: Partial<Answers> = {
  kind: "intimate",
  subject: "me",
  age: "adult",
  spread: "published",
  consent: "never",
  sha256s: [],
  description: "It shows me at the lake.",
};

type Filing = { browser: Browser; claimant: Claimant; add: (call: Call, ms: number) => unknown };

async function fileOne(client: Client, { browser, claimant: { email, otherNames }, add }: Filing): Promise<void> {
  await browser.get("/removal/file/contact");
  add("give address", await browser.send({ name: NAME, otherNames, email }));
  add("read statement", await browser.get("/removal/file/statement"));
  add("sign", await browser.send({ signedName: NAME }));
  add("read “check your email”", await browser.get("/removal/sent"));
  // The mail waits sealed in the queue, so its link gets a token that is known here.
  const link = newId();
  await client.query("UPDATE removal_drafts SET link_hash = $1 WHERE email = $2", [sha256(link), email]);
  add("open link", await browser.get(`/removal/confirm/${link}`));
  add("send", await browser.send({}));
  const { rows } = await client.query("SELECT 1 FROM removal_requests WHERE email = $1", [email]);
  if (rows.length !== 1) throw new Error("The request was not filed.");
}

/** A browser without scripts: it sends a form with the hidden fields of the page that it read. */
class Browser {
  readonly #headers: Record<string, string>;
  #path = "";
  #page = "";

  constructor(
    readonly url: string,
    { token, address }: { token: string; address: string },
  ) {
    this.#headers = { Cookie: `removal_draft=${token}`, "X-Forwarded-For": address };
  }

  /** Opens a page. Returns the milliseconds. */
  async get(path: string): Promise<number> {
    const { status, text, ms } = await timed(this.url + path, { headers: this.#headers, redirect: "manual" });
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    this.#path = path;
    this.#page = text;
    return ms;
  }

  /** Sends the form of the open page. Returns the milliseconds. */
  async send(fields: Readonly<Record<string, string>>): Promise<number> {
    const body = new FormData();
    for (const [input] of this.#page.matchAll(/<input type="hidden"[^>]*>/g)) {
      body.append(attribute(input, "name"), attribute(input, "value"));
    }
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const headers = { ...this.#headers, "Sec-Fetch-Site": "same-origin" };
    const { status, text, ms } = await timed(this.url + this.#path, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
    });
    if (status !== 303) throw new Error(`POST ${this.#path}: ${status} ${text}`);
    return ms;
  }
}

const attribute = (tag: string, name: string): string =>
  (new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

type Claimant = { email: string; otherNames: string; url: string };

async function makeClaimant(
  client: Client,
  { kind, partner }: { kind: Kind; partner: Partner | undefined },
): Promise<Claimant> {
  const [user, email, name] = [newId(), `${newId()}@example.com`, `Ada ${newId()}`];
  const works = ids();
  const urlOf = (work = newId()) => `https://platform.example.com/${work}`;
  const otherNames = kind === "name" ? name : `Ada ${newId()}`;
  const claimant = { email, otherNames, url: urlOf(kind === "URL" ? works[0] : undefined) };
  if (kind === "unknown" || kind === "unknown too") return claimant;
  const known = kind === "address" ? email : `${newId()}@example.com`;
  await client.query("INSERT INTO users (id, email) VALUES ($1, $2)", [user, known]);
  const account = newId();
  await client.query("INSERT INTO person_aliases (id, user_id, name) VALUES ($1, $2, $3)", [newId(), user, name]);
  await client.query(
    `INSERT INTO solo_accounts (id, partner_id, external_user_id, email, callback_url, funded_by, user_id, status, verified_at)
     VALUES ($1, $2, $1, $3, 'https://platform.example.com/callback', 'platform', $4, 'active', now())`,
    [account, partner?.id, known, user],
  );
  await client.query(
    `INSERT INTO depictions (id, content_log_id, partner_id, account_id, content_url, title, content_type, platform,
       production_date, copy_state, created_at)
     SELECT id, log_id, $1, $2, 'https://platform.example.com/' || id, 'At the lake', 'video', 'Platform', now(), 'missing', now()
     FROM unnest($3::text[], $4::text[]) AS work(id, log_id)`,
    [partner?.id, account, works, ids()],
  );
  await client.query(
    `INSERT INTO search_records (kind, id, partner_id, production_date, erased, text, url_hash)
     SELECT 'depiction', id, partner_id, production_date, false, title, match_url_hash(content_url) FROM depictions
     WHERE account_id = $1 ON CONFLICT DO NOTHING`,
    [account],
  );
  await client.query(
    `INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
     SELECT id, $1, partner_id, production_date, created_at FROM depictions WHERE account_id = $2
     ON CONFLICT DO NOTHING`,
    [user, account],
  );
  return claimant;
}

const ids = (): string[] => Array.from({ length: WORKS }, newId);
