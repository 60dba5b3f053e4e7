import { z } from "zod";
import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { readServiceFigures } from "@/lib/domain/removals";
import { sha256 } from "@/lib/platform/crypto";
import { csvOf } from "@/lib/platform/csv-stream";
import { Prisma, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { findUnstorableText } from "@/lib/platform/unstorable-text";
import { type IndexName, type Profile, type RecordKind, SEES } from "./labels";
import { recordLook, whileOpen } from "./looks";
import { countScope, entriesIn, isInScope, recordsIn, type ScopeFigures, scopeOfExamination } from "./scope";

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

const wordsIn = (column: Prisma.Sql, q: string | undefined): Prisma.Sql => {
  const words = (q ?? "")
    .replace(/^https?:\/\//i, "")
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8);
  if (words.length === 0) return sql`true`;
  return sql`(${Prisma.join(
    words.map((word) => sql`${column} LIKE search_pattern(${word})`),
    " AND ",
  )})`;
};

/** The lines of an index in an examination's scope, with `sort`, which orders them before their id. */
function linesOf(index: IndexName, examinationId: string, { q, person }: Pick<AskedIndex, "q" | "person">): Prisma.Sql {
  const entries = entriesIn(scopeOfExamination(examinationId));
  const counted = sql`(SELECT user_id, count(DISTINCT (kind, id))::int AS records FROM ${entries} e GROUP BY user_id)`;
  switch (index) {
    case "names":
      return sql`SELECT v.user_id AS id, v.legal_name AS text, NULL AS about, NULL AS kind, v.user_id AS "personId", c.records,
          NULL::timestamptz AS "productionDate", search_fold(v.legal_name) AS sort
        FROM ${counted} c JOIN identities v ON v.user_id = c.user_id WHERE ${wordsIn(sql`search_fold(v.legal_name)`, q)}`;
    case "aliases":
      return sql`SELECT a.id, a.name AS text, v.legal_name AS about, NULL AS kind, a.user_id AS "personId", c.records,
          NULL::timestamptz AS "productionDate", search_fold(a.name) AS sort
        FROM ${counted} c JOIN person_aliases a ON a.user_id = c.user_id LEFT JOIN identities v ON v.user_id = c.user_id
        WHERE ${wordsIn(sql`search_fold(a.name)`, q)}`;
    default: {
      // A cast of the column would keep its primary key from being used; productions aren't in that table.
      const searchKind = sql`CASE r.kind WHEN 'depiction' THEN 'depiction'::search_kind WHEN 'scene' THEN 'scene'::search_kind END`;
      return sql`SELECT r.id, r.title AS text, p.name AS about, r.kind, NULL AS "personId", NULL::int AS records,
          r.production_date AS "productionDate", search_fold(r.title) AS sort
        FROM ${recordsIn(scopeOfExamination(examinationId))} r LEFT JOIN partners p ON p.id = r.partner_id
        WHERE (${wordsIn(sql`search_fold(r.title)`, q)} OR r.id = ${q ?? ""} OR EXISTS (
            SELECT FROM search_records t WHERE t.kind = ${searchKind} AND t.id = r.id AND ${wordsIn(sql`t.text`, q)}))
          AND (${person ?? null}::text IS NULL OR (r.kind, r.id) IN (SELECT kind, id FROM ${entries} e WHERE user_id = ${person ?? null}))`;
    }
  }
}

/**
 * A page of one of the three indexes of an open examination, in the order of its names or titles. Throws `NotFound`, also for an index
 * that the profile doesn't see.
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
      SELECT * FROM (${linesOf(index, examination.id, asked)}) line WHERE ${beyond} ORDER BY sort, id LIMIT ${PAGE + 1}`;
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

/** What an open examination shows on its first page: how much is in it, and the removals that its profile sees. Throws `NotFound`. */
export async function readFigures(
  ctx: Ctx<ExaminerActor>,
): Promise<{ opens: ScopeFigures; removals: MonthFigures[] | null }> {
  const { opens, profile } = await whileOpen(ctx, async (tx, examination) => {
    const { id, profile } = examination;
    await recordLook(tx, ctx, examination, {
      ...{ kind: "index", action: "examination.index_viewed", subject: { kind: "examination", id }, title: "Figures" },
    });
    return { opens: await countScope(tx, scopeOfExamination(id)), profile };
  });
  // After the transaction, so that it doesn't hold a second connection.
  return { opens, removals: SEES[profile].removals ? await readServiceFigures(MONTHS) : null };
}

/** All lines of the titles index with everyone in scope, for the export. */
const exportLines = (tx: Pick<Tx, "$queryRaw">, examinationId: string) => tx.$queryRaw<
  {
    kind: string;
    id: string;
    title: string;
    productionDate: Date;
    platform: string | null;
    userId: string | null;
    legalName: string | null;
    otherNames: string | null;
    url: string | null;
  }[]
>`
  SELECT r.kind, r.id, r.title, r.production_date AS "productionDate", p.name AS platform, e.user_id AS "userId", v.legal_name AS "legalName",
    (SELECT string_agg(name, '; ' ORDER BY name) FROM person_aliases a WHERE a.user_id = e.user_id) AS "otherNames",
    d.content_url AS url
  FROM ${recordsIn(scopeOfExamination(examinationId))} r LEFT JOIN partners p ON p.id = r.partner_id
    LEFT JOIN ${entriesIn(scopeOfExamination(examinationId))} e ON e.kind = r.kind AND e.id = r.id
    LEFT JOIN identities v ON v.user_id = e.user_id LEFT JOIN depictions d ON r.kind = 'depiction' AND d.id = r.id
  ORDER BY search_fold(r.title), r.id, v.legal_name`;

/** The index of everything in scope as a CSV file. Each line names the examination. Throws `NotFound`. */
export function exportIndex(ctx: Ctx<ExaminerActor>): Promise<{ fileName: string; csv: Buffer }> {
  return whileOpen(ctx, async (tx, examination) => {
    if (!SEES[examination.profile].exports) throw new NotFound();
    const { id } = examination;
    const lines = await exportLines(tx, id);
    const csv = Buffer.from(
      csvOf(
        [
          ["examination", () => id],
          ["record", (line) => line.kind],
          ["id", (line) => line.id],
          ["title", (line) => line.title],
          ["productionDate", (line) => line.productionDate.toISOString().slice(0, 10)],
          ["platform", (line) => line.platform],
          ["url", (line) => line.url],
          ["legalName", (line) => line.legalName],
          ["otherNames", (line) => line.otherNames],
        ],
        lines,
      ),
    );
    await recordLook(tx, ctx, examination, {
      ...{ kind: "export", action: "examination.exported", subject: { kind: "examination", id } },
      ...{ title: "Index as a table", sha256: sha256(csv) },
      people: { action: "index.searched", ids: lines.flatMap(({ userId }) => userId ?? []) },
    });
    return { fileName: `examination-${id}.csv`, csv };
  });
}
