import type { Client } from "pg";
import { startDraft } from "@/lib/domain/removals";
import { sha256 } from "@/lib/platform/crypto";
import { newId } from "@/lib/platform/ids";
import { makeAccount, makePartner } from "@/lib/testing/factories";
import { addTime, runRounds, shuffled, timedCall } from "./indistinguishable";
import type { Bench, Row } from "./measure";
import { startService } from "./servers";

// What a claimant gives: nobody's address and no recorded URL; the address of a creator with works; the creator's name; the URL of
// one of the works. The last is the first again, so that it shows the noise of the run.
const KINDS = ["unknown", "address", "name", "URL", "unknown too"] as const;
type Kind = (typeof KINDS)[number];

const WORKS = 50;
const NAME = "Clara Claimant";

/**
 * Measures whether the time of a removal request's pages and forms tells about what a claimant gives. Each round files one request for
 * every kind, in random order and one at a time, as a browser without scripts does.
 */
export async function benchRemovals({ client, short }: Bench): Promise<Row[]> {
  const partner = await makePartner();
  const { url: origin } = await startService();
  const calls = ["give address", "read statement", "sign", "read “check your email”", "open link", "send request"];
  return runRounds(short ? 5 : 300, Object.fromEntries(calls.map((call) => [call, KINDS])), async (round, times) => {
    for (const [place, kind] of shuffled(KINDS).entries()) {
      const { email, otherNames, url } = await makeClaimant(client, kind, partner);
      const { token } = await startDraft({
        kind: "intimate",
        subject: "me",
        age: "adult",
        spread: "published",
        consent: "never",
        sha256s: [],
        description: "It shows me at the lake.",
        urls: [url],
      });
      const network = round * KINDS.length + place;
      const browser = openBrowser(origin, { token, address: `100.${64 + (network >> 8)}.${network & 255}.1` });
      const add = (call: string, ms: number) => addTime(times, call, kind, ms);
      await browser.get("/removal/file/contact");
      add("give address", await browser.send({ name: NAME, otherNames, email }));
      add("read statement", await browser.get("/removal/file/statement"));
      add("sign", await browser.send({ signedName: NAME }));
      add("read “check your email”", await browser.get("/removal/sent"));
      // The mail waits sealed in the queue, so its link gets a token that is known here.
      const link = newId();
      await client.query("UPDATE removal_drafts SET link_hash = $1 WHERE email = $2", [sha256(link), email]);
      add("open link", await browser.get(`/removal/confirm/${link}`));
      add("send request", await browser.send({}));
      const { rows } = await client.query("SELECT FROM removal_requests WHERE email = $1", [email]);
      if (rows.length !== 1) throw new Error("The request was not filed.");
    }
  });
}

/** A browser without scripts: it sends a form with the hidden fields of the page that it read. Both return the milliseconds. */
function openBrowser(origin: string, { token, address }: { token: string; address: string }) {
  const headers = { Cookie: `removal_draft=${token}`, "X-Forwarded-For": address };
  let [at, page] = ["", ""];
  return {
    get: async (path: string): Promise<number> => {
      const { text, ms } = await timedCall(origin + path, { headers, status: 200 });
      [at, page] = [path, text];
      return ms;
    },
    send: async (fields: Readonly<Record<string, string>>): Promise<number> => {
      const body = new FormData();
      for (const [input] of page.matchAll(/<input type="hidden"[^>]*>/g)) {
        body.append(attribute(input, "name"), attribute(input, "value"));
      }
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const sent = { ...headers, "Sec-Fetch-Site": "same-origin" };
      return (await timedCall(origin + at, { method: "POST", headers: sent, body, status: 303 })).ms;
    },
  };
}

const CHARACTERS: Readonly<Record<string, string>> = { quot: '"', "#x27": "'", lt: "<", gt: ">", amp: "&" };

const attribute = (tag: string, name: string): string =>
  (new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1] ?? "").replaceAll(/&(\S+?);/g, (_, of) => CHARACTERS[of] ?? "");

async function makeClaimant(client: Client, kind: Kind, partner: Awaited<ReturnType<typeof makePartner>>) {
  const [email, name] = [`${newId()}@example.com`, `Ada ${newId()}`];
  const works = Array.from({ length: WORKS }, newId);
  const url = `https://platform.example.com/${kind === "URL" ? works[0] : newId()}`;
  const claimant = { email, otherNames: kind === "name" ? name : `Ada ${newId()}`, url };
  if (kind === "unknown" || kind === "unknown too") return claimant;
  const about = { status: "active", ...(kind === "address" && { email }) } as const;
  const { id: account, person } = await makeAccount(partner, about);
  await client.query("INSERT INTO person_aliases (id, user_id, name) VALUES ($1, $2, $3)", [newId(), person.id, name]);
  await client.query(
    `WITH logged AS (
       INSERT INTO depictions (id, content_log_id, partner_id, account_id, content_url, title, content_type, platform,
         production_date, copy_state, created_at)
       SELECT id, reverse(id), $1, $2, 'https://platform.example.com/' || id, 'At the lake', 'video', 'Platform', now(), 'missing', now()
       FROM unnest($3::text[]) AS work(id) RETURNING *),
     searched AS (
       INSERT INTO search_records (kind, id, partner_id, production_date, erased, text, url_hash)
       SELECT 'depiction', id, partner_id, production_date, false, title, match_url_hash(content_url) FROM logged)
     INSERT INTO index_entries (depiction_id, user_id, partner_id, production_date, last_changed_at)
     SELECT id, $4, partner_id, production_date, created_at FROM logged`,
    [partner.id, account, works, person.id],
  );
  return claimant;
}
