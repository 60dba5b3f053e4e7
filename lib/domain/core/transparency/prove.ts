import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Ctx, PartnerKeyActor, PortalUserActor } from "@/lib/domain/core/context";
import { type EntryToProve, entriesToProve, type LedgerAction, type SubjectKind } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { Prisma, rows } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { writeZip, type ZipFile } from "@/lib/platform/zip";
import { type Field, LEAF_VERSION, provenFields } from "./leaf";
import { findFirstWith, findNewest, type KeptCheckpoint, kept, noteOf, readData } from "./read-log";
import { inclusionProof, type ReadHashes, TILE } from "./tree";

/** A proof of an entry (c2sp.org/tlog-proof). Its file is named after the leaf. */
export type Proof = { index: number; text: string; subjectId: string };

const BATCH = 500;
const [TILES_KEPT, ROOTS_KEPT] = [16, 1_024];

/**
 * Proves entries: shows the fields that the reader may see, and that the entry is in a signed tree. In batches, each in the order of
 * the log. Leaves out entries of the last seconds, which have no leaf yet.
 */
export async function* proveEntries(entries: readonly EntryToProve[]): AsyncGenerator<Proof> {
  const read = cachedHashes();
  const kept = new LRUCache<string, Promise<Buffer>>({ max: ROOTS_KEPT });
  const checkpoints = await checkpointsForProofs();
  for (let at = 0; at < entries.length; at += BATCH) {
    for (const { entry, shown, index, salt } of await withLeaves(entries.slice(at, at + BATCH))) {
      const checkpoint = checkpoints.find(({ size }) => size > index);
      // Its leaf is newer than the checkpoints that were read.
      if (!checkpoint) continue;
      const fields = provenFields(entry, salt, new Set(shown as Field[]));
      const proof = await inclusionProof(read, index, Number(checkpoint.size), kept);
      yield { index, subjectId: entry.subjectId, text: proofText({ index, fields, proof, note: noteOf(checkpoint) }) };
    }
  }
}

/** The newest checkpoint that a witness cosigned, which says more, and the newest one. */
async function checkpointsForProofs() {
  const found = await Promise.all([findNewest({ cosignatures: { some: {} } }), findNewest()]);
  return found.filter((one) => one !== null);
}

async function withLeaves(entries: readonly EntryToProve[]) {
  const places = entries.map(({ entry: { chain, position } }) => ({ chain, position: `${position}` }));
  const leaves = await rows<{ index: string; chain: number; position: string; salt: Buffer }>(Prisma.sql`
    SELECT l.index, l.chain, l.position, l.salt FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS p(chain int, position bigint)
    JOIN ledger_leaves l USING (chain, position) ORDER BY l.index`);
  const byPlace = new Map(entries.map((one) => [`${one.entry.chain} ${one.entry.position}`, one]));
  return leaves.flatMap(({ index, chain, position, salt }) => {
    const one = byPlace.get(`${chain} ${position}`);
    return one ? [{ ...one, index: Number(index), salt }] : [];
  });
}

/** The tree that first had an entry: nobody knew its root before. */
export type FirstTree = { proof: string; index: number; origin: string; size: number; root: Buffer; at: Date };

/** Proves an entry with the first tree signed that has it, whatever was signed later. Null in the first seconds. */
export async function proveInFirstTree(one: EntryToProve): Promise<FirstTree | null> {
  const [found] = await withLeaves([one]);
  if (!found) return null;
  const { entry, shown, index, salt } = found;
  const checkpoint = await findFirstWith(index);
  if (!checkpoint) return null;
  const [size, fields] = [Number(checkpoint.size), provenFields(entry, salt, new Set(shown as Field[]))];
  const proof = await inclusionProof(cachedHashes(), index, size);
  const text = proofText({ index, fields, proof, note: noteOf(checkpoint) });
  const { origin, root, at } = checkpoint;
  return { proof: text, index, origin, size, root: Buffer.from(root), at };
}

type Line = { subject: { kind: SubjectKind; id: string }; action: LedgerAction };

/** The first checkpoint that has the latest entry of this action, or else the newest one, without `hasEntry`. Null before the first. */
export async function checkpointWith({
  subject: { kind, id },
  action,
}: Line): Promise<(KeptCheckpoint & { hasEntry: boolean }) | null> {
  const last = await entriesToProve("custodian", { about: [{ kind, ids: [id] }], action: { in: [action] }, take: 1 });
  const [found] = await withLeaves(last);
  const first = found ? await findFirstWith(found.index) : null;
  const checkpoint = first ?? (await findNewest());
  return checkpoint && { ...kept(checkpoint), hasEntry: first !== null };
}

/** Reads whole tiles, and keeps some: proofs of neighbors need the same ones. */
function cachedHashes(): ReadHashes {
  const tiles = new LRUCache<string, Promise<Buffer[]>>({ max: TILES_KEPT });
  return async (level, from, count) => {
    const tile = Math.floor(from / TILE);
    const name = `${level} ${tile}`;
    const reading = tiles.get(name) ?? readData(level, tile * TILE, TILE);
    tiles.set(name, reading);
    return (await reading).slice(from % TILE, (from % TILE) + count);
  };
}

type Parts = { index: number; fields: unknown; proof: readonly Buffer[]; note: string };

/** The checkpoint in a proof: a signed note. */
export const checkpointIn = (proof: string): string => proof.slice(proof.indexOf("\n\n") + 2);

/** The extra data has what the leaf's data is computed of: docs/transparency.md. */
function proofText({ index, fields, proof, note }: Parts): string {
  const extra = Buffer.from(JSON.stringify({ type: LEAF_VERSION, fields })).toString("base64");
  const hashes = proof.map((hash) => `${hash.toString("base64")}\n`).join("");
  return `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${index}\n${hashes}\n${note}`;
}

/** A ZIP file with the proofs of entries, and a text that says what they are. */
export async function proofArchive(entries: readonly EntryToProve[]): Promise<Buffer> {
  const file = (path: string, text: string): ZipFile => ({ path, read: () => [Buffer.from(text)] });
  async function* files() {
    let proven = 0;
    for await (const { index, text } of proveEntries(entries)) {
      proven++;
      yield file(`${index}.tlog-proof`, text);
    }
    yield file("README.txt", readme(proven, entries.length - proven));
  }
  return buffer(writeZip(files(), clock.now()));
}

const readme = (proven: number, waiting: number): string => `Proofs of entries in the ledger of ${env().baseUrl}

Each of the ${proven} .tlog-proof files proves that one entry is in the ledger, and what it says: its fields are in the file, except those that its reader may not see. Check one in your browser at ${env().baseUrl}/verify/ledger, or with any program for C2SP's tlog-proof format (https://c2sp.org/tlog-proof).
${waiting > 0 ? `\nEntries of the last seconds have no proof yet: ${waiting}. Download again in a minute.\n` : ""}`;

const PROVEN = 1_000;
const PAGE = 100;

/** The query of a page of proofs. */
export const ProofsQuery = z.object({
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, "cursor must be a nextCursor of this list")
    .optional()
    .meta({ description: "The `nextCursor` of the previous page, unchanged.", examples: [] }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(PAGE)
    .default(PAGE)
    .meta({
      description: "The most entries to prove.",
      examples: [PAGE],
    }),
});

/** Contract: Proofs of history. */
export const ProofsResponse = z
  .object({
    proofs: z
      .array(
        z.object({
          logIndex: z.int().meta({ description: "The entry's place in the log.", examples: [1234] }),
          proof: z.string().meta({
            description:
              "A whole `.tlog-proof` file (c2sp.org/tlog-proof): the entry, the way to the root, and the checkpoint.",
            examples: ["c2sp.org/tlog-proof@v1\nextra eyJ0eXBl…\nindex 1234\n…"],
          }),
        }),
      )
      .meta({ description: "In the order of the log." }),
    pending: z.int().meta({
      description: "How many entries of this page have no proof yet. It takes seconds; ask again in a minute.",
      examples: [0],
    }),
    nextCursor: z
      .string()
      .nullable()
      .meta({
        description: "Pass it as `cursor` for older entries. Null on the last page. Opaque.",
        examples: ["5120"],
      }),
  })
  .meta({ id: "ProofsResponse" });

type Partner = Ctx<PartnerKeyActor | PortalUserActor>;
type Reading = Pick<Parameters<typeof entriesToProve>[1], "about"> & { audience: Parameters<typeof entriesToProve>[0] };

/**
 * Proofs of a record's history for a partner, which show what its page shows: in an archive of the latest 1,000 entries, and in pages
 * for the API. `find` says what to read as whom, and throws `NotFound` for a record that isn't the partner's.
 */
export function proofsFor(find: (ctx: Partner, id: string) => Promise<Reading>) {
  const read = async (ctx: Partner, id: string, part: { take: number; before?: bigint }) => {
    const { audience, about } = await find(ctx, id);
    return entriesToProve(audience, { partnerId: ctx.actor.partnerId, about, ...part });
  };
  return {
    archive: async (ctx: Partner, id: string) => ({
      fileName: `proofs-${id}.zip`,
      zip: await proofArchive(await read(ctx, id, { take: PROVEN })),
    }),
    page: async (
      ctx: Partner,
      id: string,
      { cursor, limit }: z.output<typeof ProofsQuery>,
    ): Promise<z.input<typeof ProofsResponse>> => {
      const found = await read(ctx, id, { take: limit + 1, ...(cursor && { before: BigInt(cursor) }) });
      const entries = found.slice(0, limit);
      const proofs: z.input<typeof ProofsResponse>["proofs"] = [];
      for await (const { index, text } of proveEntries(entries)) proofs.push({ logIndex: index, proof: text });
      return {
        proofs,
        pending: entries.length - proofs.length,
        nextCursor: found.length > limit ? `${entries.at(-1)?.entry.seq}` : null,
      };
    },
  };
}
