import type { Client } from "pg";
import { newId } from "@/lib/platform/ids";
import { note, step } from "@/scripts/progress.mjs";
import { addTime, shuffled, spread, type Times, table, timed } from "./telling-times";
import { type Partner, withTimedService } from "./timed-service";

// The kinds of addresses: unknown, of an unverified person, of a verified one, of one who also pays, and of one who declined
// this platform.
const KINDS = ["unknown", "known", "verified", "paying", "declined"] as const;
type Kind = (typeof KINDS)[number];
const CALLS = ["provision, first", "provision, again", "read", "talent check"] as const;

const ROUNDS = 600;
const WARM_UP = 60;

type Person = { kind: Kind; email: string; partner: Partner };

/**
 * Measures whether response times reveal the kind of an address. Each round makes every call for every kind, in random order
 * and one at a time. Returns the table for `docs/benchmarks.md`.
 */
export const benchAddresses = (): Promise<string> =>
  withTimedService("addresses", async ({ client, url, partners }) => {
    const times: Times = new Map();
    await step(`${ROUNDS} rounds`, async () => {
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        const partner = partners[round % partners.length];
        if (!partner) throw new Error("A partner is missing.");
        const people: Person[] = [];
        for (const kind of KINDS) people.push({ kind, email: await makePerson(client, kind), partner });
        await oneRound(client, { url, round, people: shuffled(people) }, round < WARM_UP ? new Map() : times);
      }
    });
    for (const call of CALLS) note(`${call}: ${KINDS.map((kind) => spread(times, kind, call)).join(" · ")}`);
    return table(times, { kinds: KINDS, calls: CALLS, rounds: ROUNDS });
  });

type Round = { url: string; round: number; people: readonly Person[] };

async function oneRound(client: Client, { url, round, people }: Round, times: Times): Promise<void> {
  const bodies = new Map(
    people.map(({ email }) => [
      email,
      { externalUserId: newId(), email, callbackUrl: "https://platform.example.com/callback" },
    ]),
  );
  const ids = new Map<string, string>();
  for (const call of CALLS) {
    for (const { kind, email, partner } of people) {
      const path =
        call === "read"
          ? `/solo-accounts/${ids.get(email)}`
          : call === "talent check"
            ? "/talent/check"
            : "/solo-accounts";
      const body = call === "read" ? undefined : call === "talent check" ? { email } : bodies.get(email);
      const headers = {
        Authorization: `Bearer ${partner.key}`,
        "X-Forwarded-For": `198.18.${round >> 8}.${round & 255}`,
        ...(body && { "Content-Type": "application/json" }),
      };
      const { status, text, ms } = await timed(`${url}/api/v1${path}`, {
        headers,
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      });
      const wanted = call === "provision, first" ? 201 : 200;
      if (status !== wanted) throw new Error(`${call} of ${kind}: ${status} ${text}`);
      if (call === "provision, first") {
        ids.set(email, JSON.parse(text).accountId);
        if (kind === "declined") await decline(client, email);
      }
      addTime(times, kind, call, ms);
    }
  }
}

/** Creates a person of a kind, before the platform provisions them. Returns the address. */
async function makePerson(client: Client, kind: Kind): Promise<string> {
  const email = `${newId()}@example.com`;
  if (kind === "unknown") return email;
  const user = newId();
  await client.query("INSERT INTO users (id, email) VALUES ($1, $2)", [user, email]);
  if (kind === "known") return email;
  const check = newId();
  await client.query(
    `INSERT INTO identity_checks (id, user_id, driver, status, legal_name, facts, submitted_at, decided_at)
     VALUES ($1, $2, 'import', 'approved', 'Ada Example', 'never opened', now(), now())`,
    [check, user],
  );
  await client.query(
    `INSERT INTO identities (user_id, check_id, legal_name, verified_at, last_changed_at)
     VALUES ($1, $2, 'Ada Example', now(), now())`,
    [user, check],
  );
  if (kind === "paying") await client.query("INSERT INTO subscriptions (user_id, active) VALUES ($1, true)", [user]);
  return email;
}

const decline = (client: Client, email: string) =>
  client.query(
    `UPDATE link_requests SET decision = 'declined', decided_at = now()
     WHERE account_id IN (SELECT id FROM solo_accounts WHERE email = $1)`,
    [email],
  );
