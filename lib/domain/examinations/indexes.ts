import { createHash } from "node:crypto";
import { z } from "zod";
import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { readServiceFigures } from "@/lib/domain/removals";
import { type CsvColumns, csvStream } from "@/lib/platform/csv-stream";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { getOpen } from "./access";
import { type IndexName, type Profile, type RecordKind, SEES } from "./labels";
import { recordLook, whileOpen } from "./looks";
import {
  castOf,
  countScope,
  isInScope,
  peopleIn,
  recordPageIn,
  recordsOf,
  type Scope,
  type ScopeFigures,
  scopeOfExamination,
  shownIn,
} from "./scope";

const { sql } = Prisma;

/** A line of an index. In `titles` it is a record, otherwise a name, whose person's records `titles` shows. */
export type IndexLine = {
  id: string;
  text: string;
  /** Of an alias, the legal name; of a record, its platform. */
  about: string | null;
  kind: RecordKind | null;
  personId: string | null;
  /** How many records a person is in. */
  records: number | null;
  productionDate: Date | null;
};

/** What an examiner asks of an index. `person`: only the records of this one. `after`: the end of the page before. */
type AskedIndex = {
  index: string;
  q?: string | undefined;
  person?: string | undefined;
  after?: string | undefined;
};

type Asked = Pick<AskedIndex, "q" | "person"> & { after: [string, string] | null };

const PAGE = 50;
const Storable = z.string().refine((text) => !findUnstorableText(text));
const After = z.tuple([Storable, Storable]);

function afterOf(text: string | undefined): [string, string] | null {
  try {
    return After.parse(JSON.parse(Buffer.from(text ?? "", "base64url").toString()));
  } catch {
    return null;
  }
}

const wordsOf = (q: string | undefined): string[] =>
  (q ?? "")
    .replace(/^https?:\/\//i, "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8);

const wordsIn = (column: Prisma.Sql, q: string | undefined): Prisma.Sql => {
  const words = wordsOf(q);
  if (words.length === 0) return sql`true`;
  return sql`(${Prisma.join(
    words.map((word) => sql`${column} LIKE search_pattern(${word})`),
    " AND ",
  )})`;
};

/** The lines of an index in an examination's scope, with `sort`, which orders them before their id. Of titles, only a page. */
function linesOf(index: IndexName, examinationId: string, { q, person, after }: Asked): Prisma.Sql {
  const scope = scopeOfExamination(examinationId);
  switch (index) {
    case "names":
      return sql`SELECT v.user_id AS id, v.legal_name AS text, NULL AS about, NULL AS kind, v.user_id AS "personId",
          ${recordsOf(scope, sql`v.user_id`)} AS records, NULL::timestamptz AS "productionDate", search_fold(v.legal_name) AS sort
        FROM ${peopleIn(scope)} c JOIN identities v ON v.user_id = c.user_id WHERE ${wordsIn(sql`search_fold(v.legal_name)`, q)}`;
    case "aliases":
      return sql`SELECT a.id, a.name AS text, v.legal_name AS about, NULL AS kind, a.user_id AS "personId",
          ${recordsOf(scope, sql`a.user_id`)} AS records, NULL::timestamptz AS "productionDate", search_fold(a.name) AS sort
        FROM ${peopleIn(scope)} c JOIN person_aliases a ON a.user_id = c.user_id LEFT JOIN identities v ON v.user_id = c.user_id
        WHERE ${wordsIn(sql`search_fold(a.name)`, q)}`;
    default: {
      const text = wordsOf(q).length > 0 ? { id: q ?? "", in: (column: Prisma.Sql) => wordsIn(column, q) } : undefined;
      const page = recordPageIn(scope, { after: after?.[1] ?? "", limit: PAGE + 1, text }, person);
      return sql`SELECT r.id, r.title AS text, p.name AS about, r.kind, NULL AS "personId", NULL::int AS records,
          r.production_date AS "productionDate", '' AS sort
        FROM ${page} r LEFT JOIN partners p ON p.id = r.partner_id`;
    }
  }
}

/**
 * A page of one of the three indexes of an open examination, in the order of its names, or of the ids of its records. Throws `NotFound`,
 * also for an index that the profile doesn't see.
 */
export function readIndex(
  ctx: Ctx<ExaminerActor>,
  asked: AskedIndex,
): Promise<{ index: IndexName; lines: IndexLine[]; next: string | null; person: string | null }> {
  return whileOpen(ctx, async (tx, examination) => {
    const index = SEES[examination.profile].indexes.find((name) => name === asked.index);
    if (!index) throw new NotFound();
    const after = afterOf(asked.after);
    const beyond = after ? sql`(sort, id) > (${after[0]}, ${after[1]})` : sql`true`;
    const found = await tx.$queryRaw<(IndexLine & { sort: string })[]>`
      SELECT * FROM (${linesOf(index, examination.id, { ...asked, after })}) line WHERE ${beyond} ORDER BY sort, id LIMIT ${PAGE + 1}`;
    const page = found.slice(0, PAGE);
    const last = found.length > PAGE ? page.at(-1) : undefined;
    const person = asked.person ? await findPerson(tx, examination, asked.person) : null;
    await recordLook(tx, ctx, examination, {
      kind: "index",
      action: "examination.index_viewed",
      subject: { kind: "examination", id: examination.id },
      title: INDEX_TITLES[index],
      people: { action: "index.searched", ids: page.flatMap(({ personId }) => personId ?? []) },
    });
    return {
      index,
      lines: page.map(({ sort: _, ...line }) => line),
      next: last ? Buffer.from(JSON.stringify([last.sort, last.id])).toString("base64url") : null,
      person,
    };
  });
}

const INDEX_TITLES: Readonly<Record<IndexName, string>> = {
  names: "Index by legal name",
  aliases: "Index by other name",
  titles: "Index by title",
};

/** The name of somebody in scope, to head a list of their records. Null for others, and for a profile without names. */
async function findPerson(tx: Tx, { id, profile }: Examined, userId: string): Promise<string | null> {
  if (!SEES[profile].id || !(await isInScope(tx, scopeOfExamination(id), userId))) return null;
  const found = await tx.identity.findUnique({ where: { userId }, select: { legalName: true } });
  return found?.legalName ?? null;
}

type Examined = { id: string; profile: Profile };

const MONTHS = 6;

/** The figures of removal requests in a month. */
export type MonthFigures = Awaited<ReturnType<typeof readServiceFigures>>[number];

/**
 * What an open examination shows on its first page: how much is in it, when that was narrowed last, and the removals that its profile
 * sees. Throws `NotFound`.
 */
export async function readFigures(
  ctx: Ctx<ExaminerActor>,
): Promise<{ opens: ScopeFigures; narrowedAt: Date | null; removals: MonthFigures[] | null }> {
  const { profile, ...shown } = await whileOpen(ctx, async (tx, examination) => {
    const { id, profile } = examination;
    await recordLook(tx, ctx, examination, {
      ...{ kind: "index", action: "examination.index_viewed", subject: { kind: "examination", id }, title: "Overview" },
    });
    const { _max: narrowed } = await tx.examinationScope.aggregate({
      where: {
        examinationId: id,
        removedAt: { not: null, ...(examination.confirmedAt && { gte: examination.confirmedAt }) },
      },
      _max: { removedAt: true },
    });
    return { opens: await countScope(tx, scopeOfExamination(id)), narrowedAt: narrowed.removedAt, profile };
  });
  // After the transaction, so that it doesn't hold a second connection.
  return { ...shown, removals: SEES[profile].removals ? await readServiceFigures(MONTHS) : null };
}

type Line = {
  kind: string;
  id: string;
  title: string;
  productionDate: Date;
  platform: string | null;
  userId: string | null;
  legalName: string | null;
  otherNames: string | null;
  url: string | null;
};

const BATCH = 1_000;

/** The next records with everyone in them, a line for each person. A production's web addresses follow, a line for each. */
const linesAfter = (tx: Pick<Tx, "$queryRaw">, scope: Scope, after: string) => tx.$queryRaw<Line[]>`
  SELECT r.kind, r.id, r.title, r.production_date AS "productionDate", p.name AS platform, e.user_id AS "userId", v.legal_name AS "legalName",
    (SELECT string_agg(name, '; ' ORDER BY name) FROM person_aliases a WHERE a.user_id = e.user_id) AS "otherNames",
    CASE r.kind WHEN 'depiction' THEN d.content_url WHEN 'scene' THEN
      (SELECT string_agg(p.content_url, ' ' ORDER BY p.id) FROM scene_publications p WHERE p.scene_id = r.id) END AS url
  FROM ${recordPageIn(scope, { after, limit: BATCH })} r LEFT JOIN partners p ON p.id = r.partner_id
    LEFT JOIN LATERAL (SELECT user_id FROM ${shownIn(scope)} shown
      UNION ALL SELECT user_id FROM ${castOf(scope, sql`r.id`)} c WHERE r.kind = 'production') e ON true
    LEFT JOIN identities v ON v.user_id = e.user_id LEFT JOIN depictions d ON r.kind = 'depiction' AND d.id = r.id
  ORDER BY r.id, v.legal_name, e.user_id`;

/** The depictions of a production, as lines of the index. */
async function* addressesOf(production: Line): AsyncGenerator<Line[]> {
  const line = { ...production, userId: null, legalName: null, otherNames: null };
  for (let after = ""; ; ) {
    const found = await db.productionDepiction.findMany({
      where: { productionId: production.id, id: { gt: after } },
      orderBy: { id: "asc" },
      take: BATCH,
      select: { id: true, url: true },
    });
    if (found.length > 0) yield found.map(({ url }) => ({ ...line, url }));
    after = found.at(-1)?.id ?? after;
    if (found.length < BATCH) return;
  }
}

/**
 * The index of everything in scope as a CSV file, read in batches as it is sent. Each line names the examination. It breaks off once the
 * examination isn't open any more. What was sent is kept with its hash when the file is complete. Throws `NotFound`.
 */
export async function exportIndex(
  ctx: Ctx<ExaminerActor>,
): Promise<{ fileName: string; csv: ReadableStream<Uint8Array> }> {
  const { examinationId: id } = ctx.actor;
  const look = { kind: "export", action: "examination.exported", subject: { kind: "examination", id } } as const;
  await whileOpen(ctx, async (tx, examination) => {
    if (!SEES[examination.profile].exports) throw new NotFound();
    await recordLook(tx, ctx, examination, { ...look, title: "Index as a table" });
  });
  const [hash, counts] = [createHash("sha256"), { records: 0, lines: 0 }];
  async function* batches(): AsyncGenerator<Line[]> {
    for (let after = ""; ; ) {
      await getOpen(db, ctx);
      const lines = await linesAfter(db, scopeOfExamination(id), after);
      const records = new Set(lines.map((line) => line.id)).size;
      counts.records += records;
      counts.lines += lines.length;
      yield lines;
      const productions = new Map(lines.flatMap((line) => (line.kind === "production" ? [[line.id, line]] : [])));
      for (const production of productions.values()) {
        for await (const addressed of addressesOf(production)) {
          await getOpen(db, ctx);
          counts.lines += addressed.length;
          yield addressed;
        }
      }
      after = lines.at(-1)?.id ?? after;
      if (records < BATCH) return;
    }
  }
  const columns: CsvColumns<Line> = [
    ["examination", () => id],
    ["record", (line) => line.kind],
    ["id", (line) => line.id],
    ["title", (line) => line.title],
    ["productionDate", (line) => line.productionDate.toISOString().slice(0, 10)],
    ["platform", (line) => line.platform],
    ["url", (line) => line.url],
    ["legalName", (line) => line.legalName],
    ["otherNames", (line) => line.otherNames],
  ];
  const sent = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      hash.update(part);
      controller.enqueue(part);
    },
    flush: () =>
      whileOpen(ctx, (tx, examination) =>
        recordLook(tx, ctx, examination, {
          ...{ ...look, title: `Index as a table: ${counts.lines} lines`, sha256: hash.digest(), detail: counts },
        }),
      ),
  });
  return { fileName: `examination-${id}.csv`, csv: csvStream(columns, batches(), id).pipeThrough(sent) };
}
