import { randomBytes, randomInt } from "node:crypto";
import { Client } from "pg";
import { bitsOf, near } from "@/lib/domain/removals/matching/near";
import { Prisma } from "@/lib/platform/db";
import { PDQ_DISTANCE_MAX } from "@/lib/platform/pictures/pdq";
import { step } from "@/scripts/progress.mjs";
import { unguarded, warm, withoutIndexes } from "./database";
import { type Bench, median, type Row, share, timed, verdict } from "./measure";

const CONNECTIONS = 2;
/** How many look-ups are compared with a scan. */
const SAMPLE = 24;
const BITS = 256;

/**
 * Looks up hashes among ten for each of `records`, of which half have near ones: how long each takes, how many a second two connections
 * make, and whether they find all that a scan finds.
 */
export async function benchLookups({ client, short, records }: Bench): Promise<Row[]> {
  const count = short ? 20_000 : records * 10;
  await fill(client, count);
  const each = short ? 10 : 1_000;
  const found = await Promise.all(Array.from({ length: CONNECTIONS }, () => lookUp(each, count)));
  const took = found.flatMap(({ ms }) => ms);
  const second = found.reduce((sum, { ms, seconds }) => sum + ms.length / seconds, 0);
  const { scanned, missed, matches } = await compareWithScan(client, count, short ? 4 : SAMPLE);
  const [one, scan, p99] = [median(took), median(scanned), share(took, 0.99)];
  return [
    [
      `a look-up among ${count.toLocaleString("en")} hashes, ms, to a scan of them`,
      one.toFixed(1),
      scan.toFixed(0),
      (one / scan).toFixed(4),
      "",
    ],
    ["the slowest of a hundred, ms", p99.toFixed(1), "", "", verdict(p99, { atMost: 50 })],
    [`look-ups a second, by ${CONNECTIONS} connections`, second.toFixed(0), "", "", verdict(second, { atLeast: 400 })],
    [`of ${matches} hashes that a scan finds, not found`, `${missed}`, "", "", verdict(missed, { atMost: 0 })],
  ];
}

// A hash for each number, so that a look-up can ask for one that is there, a little changed.
const HASH = "('x' || md5(n::text) || md5(('h' || n)))::bit(256)";

async function fill(client: Client, count: number): Promise<void> {
  const { rows } = await client.query("SELECT count(*)::int FROM copy_hashes");
  if (rows[0].count !== count) {
    await client.query("TRUNCATE copy_hashes");
    const index = await withoutIndexes(client, ["copy_hashes"]);
    await step(`Making ${count.toLocaleString("en")} hashes`, () =>
      // Without their depictions, which only matter for what is found.
      unguarded(client, () =>
        client.query(
          `INSERT INTO copy_hashes (depiction_id, partner_id, part, pdq, turned, quality)
           SELECT lpad(n::text, 25, '0'), lpad('', 25, '0'), 0, ${HASH}, array_fill(${HASH}, ARRAY[7]), 100 FROM generate_series(1, $1::int) AS n`,
          [count],
        ),
      ),
    );
    await index();
    await step("Analyzing", () => client.query("VACUUM ANALYZE copy_hashes"));
  }
  await step("Reading them into memory", () => warm(client, ["copy_hashes"]));
}

/** One that is there with up to 31 bits changed, or, as often, one that isn't. */
async function wantedOne(client: Client, count: number): Promise<string> {
  if (randomInt(2) === 0) return bitsOf(randomBytes(BITS / 8).toString("hex"));
  const { rows } = await client.query<{ pdq: string }>(`SELECT ${HASH}::text AS pdq FROM (SELECT $1::int AS n) AS of`, [
    randomInt(count) + 1,
  ]);
  const bits = [...(rows[0]?.pdq ?? "")];
  for (let n = randomInt(PDQ_DISTANCE_MAX + 1); n > 0; n -= 1) {
    const at = randomInt(BITS);
    bits[at] = bits[at] === "1" ? "0" : "1";
  }
  return bits.join("");
}

const LOOK = (pdq: string) => {
  const wanted = Prisma.sql`(SELECT ${pdq}::bit(256) AS pdq) AS w`;
  const { text, values } = Prisma.sql`SELECT DISTINCT h.depiction_id AS id, h.bits FROM ${wanted}
    CROSS JOIN LATERAL (${near("copy_hashes", Prisma.sql`w.pdq`, PDQ_DISTANCE_MAX)}) AS h`;
  return { name: "look", text, values };
};

async function lookUp(each: number, count: number): Promise<{ ms: number[]; seconds: number }> {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const wanted: string[] = [];
  for (let n = 0; n < each; n += 1) wanted.push(await wantedOne(client, count));
  const ms: number[] = [];
  const all = await timed(async () => {
    for (const pdq of wanted) ms.push(await timed(() => client.query(LOOK(pdq))));
  });
  await client.end();
  return { ms, seconds: all / 1_000 };
}

async function compareWithScan(client: Client, count: number, sample: number) {
  const scanned: number[] = [];
  let [missed, matches] = [0, 0];
  await step(`Comparing ${sample} look-ups with scans`, async () => {
    for (let n = 0; n < sample; n += 1) {
      const pdq = await wantedOne(client, count);
      const { rows: found } = await client.query<{ id: string }>(LOOK(pdq));
      const ids = new Set(found.map(({ id }) => id));
      const scan = "SELECT depiction_id AS id FROM copy_hashes WHERE bit_count(pdq # $1::bit(256)) <= $2";
      scanned.push(
        await timed(async () => {
          const { rows } = await client.query<{ id: string }>(scan, [pdq, PDQ_DISTANCE_MAX]);
          matches += rows.length;
          missed += rows.filter(({ id }) => !ids.has(id)).length;
        }),
      );
    }
  });
  return { scanned, missed, matches };
}
