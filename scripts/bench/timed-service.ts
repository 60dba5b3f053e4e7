import { Client } from "pg";
import { mintKey } from "@/lib/domain/parties/keys/key-text";
import { newId } from "@/lib/platform/ids";
import { step } from "@/scripts/progress.mjs";
import { openBenchDatabase, serveFrom } from "./database";
import { type Contestant, startOwn } from "./servers";

// A key may send 300 requests in 60 seconds, so the calls take turns with this many.
const PARTNERS = 60;

export type Partner = { id: string; key: string };

type TimedService = { client: Client; url: string; partners: readonly Partner[] };

/** Runs a measurement of single calls against the service, on a database of its own with partners that each have a key. */
export async function withTimedService<T>(name: string, measure: (service: TimedService) => Promise<T>): Promise<T> {
  const database = await openBenchDatabase({ withAccounts: false, name });
  serveFrom(database.url);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  let own: Contestant | undefined;
  try {
    const partners = await step("Making partners", () => makePartners(client, PARTNERS));
    own = await step("Starting the service", () => startOwn([]));
    return await measure({ client, url: own.url, partners });
  } finally {
    await own?.stop();
    await client.end();
    await database.stop();
  }
}

/** Partners, each with a key. */
export async function makePartners(client: Client, count: number): Promise<Partner[]> {
  const partners: Partner[] = [];
  for (let n = 0; n < count; n++) {
    const id = newId();
    const { text, stored } = mintKey("live");
    await client.query("INSERT INTO partners (id, name, plan, status) VALUES ($1, 'Platform', $2, 'active')", [
      id,
      n % 2 ? "creator_pays" : "platform_pays",
    ]);
    await client.query(
      "INSERT INTO api_keys (id, partner_id, name, mode, hash, prefix, tail) VALUES ($1, $2, 'bench', 'live', $3, $4, $5)",
      [newId(), id, stored.hash, stored.prefix, stored.tail],
    );
    partners.push({ id, key: text });
  }
  return partners;
}
