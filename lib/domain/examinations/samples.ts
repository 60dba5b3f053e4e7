import { randomBytes } from "node:crypto";
import type { Ctx, PortalUserActor, StaffActor } from "@/lib/domain/core/context";
import { entriesToProve, record } from "@/lib/domain/core/ledger";
import { custodianList, field, NEWEST, partnerList, type RowIn } from "@/lib/domain/core/lists";
import { type FirstTree, proveInFirstTree } from "@/lib/domain/core/transparency";
import { partnersOf } from "@/lib/domain/custody/conflicts";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { assertCustodian, assertMay } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { hexOf } from "@/lib/platform/crypto";
import { db, inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/platform/duration";
import { Conflict, Forbidden, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { lockName } from "@/lib/platform/locks";
import type { Sample } from "@/prisma/generated/client";
import { type Drawable, drawFrom, populationOf, seedOf, type Token } from "./draw";
import { insertExamination } from "./examinations";
import type { ExaminationStatus, SampleBasis } from "./labels";
import type { SampleExaminationInput, SampleInput } from "./schemas";
import { assertUninvolved, type Pickable, searchScope } from "./scope";

// An acquirer's sample. Asking fixes which records it is drawn from. What is drawn follows from that and from the transparency log, so
// there is no job that draws, and nothing that could be cut off. An examination opens what was drawn.

const { sql } = Prisma;

const POPULATION_MOST = 200_000;
const ASKED_A_DAY = 20;

/** `id`: the form's own id, so that a form sent twice asks once. */
type Asked = SampleInput & { id: string; partnerId: string };

/**
 * Asks for a sample of a partner's records, and fixes which they are. A repeat with the same `id` changes nothing. Throws `NotFound`,
 * `Forbidden` (also `conflict_of_interest`), `InvalidField` `id` or `until`, `Conflict` `nothing_to_draw`, `too_many_records`,
 * `too_many_samples`.
 */
export function askForSample(
  ctx: Ctx<PortalUserActor | StaffActor>,
  { id, partnerId, ...asked }: Asked,
): Promise<{ sampleId: string }> {
  const { acquirer, phrase, basis, from, until, size } = asked;
  if (!isId(id)) throw new InvalidField("id", "Open the form again.");
  if (until < from) throw new InvalidField("until", "The last day must not be before the first.");
  if (until > clock.now()) throw new InvalidField("until", "Enter today or an earlier day.");
  return inTransaction(async (tx) => {
    if (ctx.actor.kind === "staff") await assertNotOf(tx, ctx as Ctx<StaffActor>, partnerId);
    else await assertMay(tx, ctx, { partnerId, to: "manage_records" });
    if (!isId(partnerId) || (await tx.partner.count({ where: { id: partnerId } })) === 0) throw new NotFound();
    await lockName(tx, `samples of ${partnerId}`);
    const same = await tx.sample.findUnique({ where: { id }, select: { partnerId: true } });
    if (same && same.partnerId !== partnerId) throw new NotFound();
    if (same) return { sampleId: id };
    const now = clock.now();
    const today = { partnerId, askedAt: { gt: new Date(now.getTime() - DAY_MS) } };
    if ((await tx.sample.count({ where: today })) >= ASKED_A_DAY) {
      throw new Conflict("too_many_samples", `You can ask for ${ASKED_A_DAY} samples a day.`);
    }
    const records = await findRecords(tx, { partnerId, basis, from, until });
    if (records.length === 0) throw new Conflict("nothing_to_draw", "There are no records in these days.");
    if (records.length > POPULATION_MOST) {
      throw new Conflict("too_many_records", "There are more than 200,000 records in these days. Choose fewer days.");
    }
    const salt = randomBytes(32);
    const population = populationOf(salt, records);
    const last = await tx.sample.findFirst({
      where: { partnerId },
      orderBy: { number: "desc" },
      select: { number: true },
    });
    const number = (last?.number ?? 0) + 1;
    await tx.sample.create({
      data: {
        ...{
          id,
          partnerId,
          number,
          askedById: ctx.actor.userId,
          byCustodian: ctx.actor.kind === "staff",
          askedAt: now,
        },
        ...{ acquirer, phrase, basis, fromDay: from, untilDay: until, size, salt },
        population: records.map((one) => `${one.kind} ${one.id}\n`).join(""),
        ...{ populationCount: records.length, populationSha256: population.sha256 },
      },
    });
    record(tx, {
      ...{ ctx, action: "sample.asked", subject: { kind: "sample", id }, partnerId },
      detail: {
        ...{ number, acquirer, phrase, basis, from: dayOf(from), until: dayOf(until), size },
        ...{ population: records.length, populationSha256: hexOf(population.sha256) },
      },
    });
    return { sampleId: id };
  });
}

/** Those of these partners for which a custodian works or worked. */
const ownAmong = (tx: Pick<Tx, "$queryRaw">, { actor }: Ctx<StaffActor>, ids: readonly string[]) =>
  tx.$queryRaw<
    { id: string }[]
  >`SELECT own.partner_id AS id FROM ${partnersOf(actor.userId)} own WHERE own.partner_id = ANY (${[...ids]})`;

/** Checks that a custodian doesn't work for a partner. */
async function assertNotOf(tx: Tx, ctx: Ctx<StaffActor>, partnerId: string): Promise<void> {
  await assertCustodian(tx, ctx);
  if ((await ownAmong(tx, ctx, [partnerId])).length > 0) {
    throw new Forbidden("You work for this partner. Another custodian must ask.", "conflict_of_interest");
  }
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The partner's records of some days: its depictions, removed ones too, and the greenlit scenes that it created or published. */
const findRecords = (
  tx: Tx,
  { partnerId, basis, from, until }: { partnerId: string; basis: SampleBasis; from: Date; until: Date },
): Promise<Drawable[]> => {
  const within = (day: Prisma.Sql) => sql`(${day} >= ${from} AND ${day} < ${new Date(until.getTime() + DAY_MS)})`;
  const isLogged = basis === "logged";
  return tx.$queryRaw<Drawable[]>`
    SELECT kind, id FROM (
      SELECT 'depiction' AS kind, d.id FROM depictions d
      WHERE d.partner_id = ${partnerId} AND ${within(isLogged ? sql`d.created_at` : sql`d.production_date`)}
      UNION
      SELECT 'scene', s.id FROM (
        SELECT id FROM collab_scenes WHERE partner_id = ${partnerId} AND NOT is_job
        UNION SELECT scene_id FROM scene_publications WHERE partner_id = ${partnerId}) own
      JOIN collab_scenes s ON s.id = own.id AND NOT s.is_job
      WHERE EXISTS (SELECT FROM scene_index_entries e
        WHERE e.scene_id = s.id AND ${within(isLogged ? sql`s.created_at` : sql`e.production_date`)})) found
    ORDER BY id LIMIT ${POPULATION_MOST + 1}`;
};

/** A sample with what was drawn, and everything to draw it again. */
export type Drawing = {
  sample: Sample;
  /** The records in the order in which they were drawn. */
  drawn: Token[];
  seed: Buffer;
  /** The names of all records, sorted, one a line. */
  population: string;
  tree: FirstTree;
};

const SHOWN = ["at", "action", "subjectKind", "subjectId", "detail"] as const;

/** Draws a sample. Always the same, and null in the first seconds, before the log has signed what was asked. Throws `NotFound`. */
export async function drawSample(sampleId: string): Promise<Drawing | null> {
  const sample = isId(sampleId) ? await db.sample.findUnique({ where: { id: sampleId } }) : null;
  if (!sample) throw new NotFound();
  const about = [{ kind: "sample", ids: [sampleId] }] as const;
  const [asked] = await entriesToProve("custodian", { about, action: { in: ["sample.asked"] } });
  const tree = asked ? await proveInFirstTree({ ...asked, shown: SHOWN }) : null;
  if (!tree) return null;
  const records = sample.population
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [kind, id = ""] = line.split(" ");
      return { kind: kind === "scene" ? kind : "depiction", id } as const;
    });
  const population = populationOf(sample.salt, records);
  if (!population.sha256.equals(sample.populationSha256)) throw new Error(`sample ${sampleId} isn't the one asked for`);
  const { populationSha256, phrase, size } = sample;
  const seed = seedOf({ sampleId, populationSha256, phrase, root: tree.root });
  return { sample, drawn: drawFrom(population.tokens, { seed, size }), seed, population: population.text, tree };
}

type Entered = SampleExaminationInput & { id: string; sampleId: string };

/**
 * Enters an examination that opens what was drawn, with the scenes that these records were published from, to the sample's acquirer.
 * Nothing opens until another custodian confirmed it. A repeat with the same `id` changes nothing. Throws `NotFound`, `InvalidField`,
 * `Forbidden` (also `conflict_of_interest`), `Conflict` `not_drawn_yet`.
 */
export async function enterSample(
  ctx: Ctx<StaffActor>,
  { sampleId, ...facts }: Entered,
): Promise<{ examinationId: string }> {
  await assertCustodian(db, ctx);
  const drawing = await drawSample(sampleId);
  if (!drawing) throw new Conflict("not_drawn_yet", "It is being drawn. Try again in a few seconds.");
  const { sample, drawn, seed } = drawing;
  const examinationId = facts.id;
  return inTransaction(async (tx) => {
    const acquirer = { profile: "acquirer", agency: sample.acquirer } as const;
    const open = { producedFrom: null, producedUntil: null };
    if (!(await insertExamination(tx, ctx, { ...facts, ...acquirer, ...open }))) return { examinationId };
    const items = [...drawn, ...(await scenesOf(tx, drawn))];
    await tx.examinationScope.createMany({
      data: items.map(({ kind, id: itemId }) => ({ examinationId, kind, itemId, addedAt: clock.now() })),
      skipDuplicates: true,
    });
    await tx.examination.update({ where: { id: examinationId }, data: { sampleId, scopeRevision: 1 } });
    await assertUninvolved(tx, ctx, examinationId);
    record(tx, {
      ...{ ctx, action: "examination.scope_changed", subject: { kind: "examination", id: examinationId } },
      detail: { item: `sample ${sampleId}`, seed: hexOf(seed), drawn: drawn.length, records: items.length },
    });
    return { examinationId };
  });
}

/** The scenes that depictions were published from: they have the consents. */
const scenesOf = (tx: Tx, drawn: readonly Drawable[]): Promise<Drawable[]> =>
  tx.$queryRaw<Drawable[]>`
    SELECT DISTINCT 'scene' AS kind, p.scene_id AS id FROM depictions d JOIN scene_publications p ON ${isPublishedAs}
    WHERE d.id = ANY (${drawn.filter(({ kind }) => kind === "depiction").map(({ id }) => id)})`;

const LIST = {
  from: "samples m",
  order: NEWEST,
  size: 25,
  select: {
    id: field.text("m.id"),
    number: field.count("m.number"),
    partnerId: field.text("m.partner_id"),
    acquirer: field.text("m.acquirer"),
    phrase: field.text("m.phrase"),
    basis: field.of<SampleBasis>("m.basis"),
    fromDay: field.time("m.from_day"),
    untilDay: field.time("m.until_day"),
    drawn: field.count("least(m.size, m.population_count)"),
    population: field.count("m.population_count"),
    byCustodian: field.of<boolean>("m.by_custodian"),
    askedAt: field.time("m.asked_at"),
  },
  filters: {},
} as const;
const LATEST = sql`LEFT JOIN LATERAL (SELECT x.id, x.status, x.confirmed_at FROM examinations x WHERE x.sample_id = page.id
  ORDER BY x.id DESC LIMIT 1) x ON true`;
const status = field.of<ExaminationStatus | null>("x.status");

/** The samples of a partner's records, newest first: that one was asked for and opened, and never what was drawn. */
export const sampleList = partnerList({
  ...LIST,
  may: (ctx) => inTransaction((tx) => assertMay(tx, ctx, { partnerId: ctx.actor.partnerId, to: "manage_records" })),
  scope: ({ actor }) => sql`m.partner_id = ${actor.partnerId}`,
  perRow: { join: () => LATEST, select: { status } },
});

/** All samples, newest first, without those of partners that the custodian works for. */
export const allSampleList = custodianList({
  ...LIST,
  may: (ctx) => assertCustodian(db, ctx),
  scope: ({ actor }) => sql`m.partner_id NOT IN ${partnersOf(actor.userId)}`,
  perRow: {
    join: () => sql`${LATEST} JOIN partners p ON p.id = page."partnerId"`,
    select: { status, partnerName: field.text("p.name"), examinationId: field.of<string | null>("x.id") },
  },
});

/** A sample in a list. Custodians see whose it is. */
export type SampleRow = RowIn<typeof sampleList> & { partnerName?: string; examinationId?: string | null };

/** The partners that a custodian's search finds: ten, by words of a name or the id, without those that the custodian works for. */
export async function findPartners(ctx: Ctx<StaffActor>, text: string): Promise<Pickable[]> {
  await assertCustodian(db, ctx);
  const found = (await searchScope(db, text)).filter(({ kind }) => kind === "partner");
  const own = await ownAmong(
    db,
    ctx,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => !own.some((one) => one.id === id));
}
