import { z } from "zod";
import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { type LedgerAction, readLedger, type SubjectKind } from "@/lib/domain/core/ledger";
import { openDocumentNumber, withReadableFacts } from "@/lib/domain/identity/id-facts";
import { readServiceFigures } from "@/lib/domain/removals";
import { hexOf } from "@/lib/platform/crypto";
import { Prisma, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type IndexName, type Profile, type RecordKind, SEES, type Sees } from "./labels";
import { recordLook, whileOpen } from "./looks";
import { countScope, entriesIn, recordsIn, type ScopeFigures } from "./scope";

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
const After = z.tuple([z.string(), z.string()]);

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
  const entries = entriesIn(examinationId);
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
        FROM ${recordsIn(examinationId)} r LEFT JOIN partners p ON p.id = r.partner_id
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
  if (!SEES[profile].id || !(await isInScope(tx, id, userId))) return null;
  const found = await tx.identity.findUnique({ where: { userId }, select: { legalName: true } });
  return found?.legalName ?? null;
}

type Examined = { id: string; profile: Profile };

/** Whether an examination opens any record of this person. */
export async function isInScope(tx: Pick<Tx, "$queryRaw">, examinationId: string, userId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT FROM ${entriesIn(examinationId)} e WHERE e.user_id = ${userId} LIMIT 1`;
  return found.length > 0;
}

/** Whether an examination opens this record, with `userId`: of this person. */
export async function isRecordIn(
  tx: Pick<Tx, "$queryRaw">,
  examinationId: string,
  { kind, id, userId }: { kind: RecordKind; id: string; userId?: string },
): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`SELECT FROM ${entriesIn(examinationId)} e
    WHERE e.kind = ${kind} AND e.id = ${id} AND (${userId ?? null}::text IS NULL OR e.user_id = ${userId ?? null}) LIMIT 1`;
  return found.length > 0;
}

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
    return { opens: await countScope(tx, id), profile };
  });
  // After the transaction, so that it doesn't hold a second connection.
  return { opens, removals: SEES[profile].removals ? await readServiceFigures(MONTHS) : null };
}

/** A person in a record, as far as the profile sees them. */
export type ExaminedPerson = {
  userId: string;
  legalName: string | null;
  otherNames: string[];
  verifiedAt: Date | null;
  checkId: string | null;
  /** A year for a profile that sees no more. */
  born: string | null;
  document: { type: string | null; country: string | null; number: string | null } | null;
  validUntil: Date | null;
  photos: { kind: string; sha256: string }[];
};

async function readPeople(tx: Tx, userIds: readonly string[], sees: Sees): Promise<ExaminedPerson[]> {
  const where = { userId: { in: [...userIds] } };
  const identities = await tx.identity.findMany({
    where,
    include: { check: { include: { photos: { orderBy: { kind: "asc" } } } } },
  });
  const checks = await withReadableFacts(
    tx,
    identities.map(({ check }) => check),
  );
  const aliases = sees.otherNames ? await tx.personAlias.findMany({ where, orderBy: { name: "asc" } }) : [];
  const people: ExaminedPerson[] = [];
  for (const userId of userIds) {
    const identity = identities.find((one) => one.userId === userId);
    const check = checks.find(({ id }) => id === identity?.checkId);
    const born = check?.birthDate?.toISOString() ?? null;
    const isFull = sees.id === "full";
    people.push({
      userId,
      legalName: identity?.legalName ?? null,
      otherNames: aliases.filter((one) => one.userId === userId).map(({ name }) => name),
      verifiedAt: identity?.verifiedAt ?? null,
      checkId: check?.id ?? null,
      born: born?.slice(0, isFull ? 10 : 4) ?? null,
      document:
        check && isFull
          ? {
              type: check.documentType,
              country: check.documentCountry,
              number: check.isUnreadable ? null : await openDocumentNumber(tx, check),
            }
          : null,
      validUntil: check?.documentExpiry ?? null,
      photos: (check?.photos ?? [])
        .filter(({ kind }) => sees.photos.includes(kind))
        .map(({ kind, sha256 }) => ({ kind, sha256: hexOf(sha256) })),
    });
  }
  return people.toSorted((a, b) => (a.legalName ?? "~").localeCompare(b.legalName ?? "~", "en"));
}

type Linked = { kind: RecordKind; id: string; title: string };

/** A release in a scene: whose, and when it was signed. */
export type ExaminedRelease = {
  performerId: string;
  userId: string;
  signedName: string | null;
  signedAt: Date;
  consentedAt: Date | null;
  textSha256: string;
  copySha256: string | null;
};

/** Where a depiction is: what the record has of it. `copy`: of the stored one, for a profile that opens it. */
export type ExaminedDepiction = {
  title: string | null;
  url: string | null;
  sha256: string | null;
  publishedAt: Date | null;
  removedAt: Date | null;
  partnerName: string | null;
};

/** A record as far as the profile of its examination sees it. */
export type ExaminedRecord = {
  kind: RecordKind;
  id: string;
  title: string;
  partnerName: string | null;
  producerName: string | null;
  productionDate: Date;
  loggedAt: Date | null;
  removedAt: Date | null;
  isErased: boolean;
  people: ExaminedPerson[];
  releases: ExaminedRelease[];
  depictions: ExaminedDepiction[];
  copy: { mimeType: string; bytes: number; sha256: string; storedAt: Date | null } | null;
  /** Other records in scope that belong to it. */
  related: Linked[];
  history: { id: string; at: Date; did: string; who: string }[];
  sees: Sees;
};

const LOOKS: Readonly<Record<RecordKind, { action: LedgerAction; subject: SubjectKind; people: LedgerAction }>> = {
  depiction: { action: "depiction.opened", subject: "depiction", people: "person.record_viewed" },
  scene: { action: "collab_scene.viewed", subject: "collab_scene", people: "person.scene_viewed" },
  production: { action: "production.viewed", subject: "production", people: "person.production_viewed" },
};

export const isRecordKind = (text: string): text is RecordKind => text in LOOKS;

type Found = { title: string; productionDate: Date; partnerName: string | null };

/**
 * A record in the scope of an open examination. The look is kept, and told to each person it shows. Throws `NotFound` for everything
 * outside the scope, as for what doesn't exist.
 */
export function viewExaminedRecord(
  ctx: Ctx<ExaminerActor>,
  { kind, id }: { kind: string; id: string },
): Promise<ExaminedRecord> {
  if (!isRecordKind(kind) || !isId(id)) return Promise.reject(new NotFound());
  return whileOpen(ctx, async (tx, examination) => {
    const sees = SEES[examination.profile];
    const [found] =
      sees.indexes.length > 0
        ? await tx.$queryRaw<Found[]>`
          SELECT r.title, r.production_date AS "productionDate", p.name AS "partnerName"
          FROM ${recordsIn(examination.id)} r LEFT JOIN partners p ON p.id = r.partner_id WHERE r.kind = ${kind} AND r.id = ${id}`
        : [];
    if (!found) throw new NotFound();
    const entries = await tx.$queryRaw<{ userId: string }[]>`
      SELECT DISTINCT e.user_id AS "userId" FROM ${entriesIn(examination.id)} e WHERE e.kind = ${kind} AND e.id = ${id}`;
    const userIds = entries.map(({ userId }) => userId);
    const { action, subject, people } = LOOKS[kind];
    await recordLook(tx, ctx, examination, {
      ...{ kind: "record", action, subject: { kind: subject, id }, title: found.title, of: { kind, id } },
      people: { action: people, ids: userIds },
    });
    const parts = await PARTS[kind](tx, { examinationId: examination.id, id, userIds, sees });
    return {
      ...{ kind, id, producerName: null, loggedAt: null, removedAt: null, isErased: false },
      ...{ releases: [], depictions: [], copy: null, ...found, ...parts, sees },
      people: sees.id ? await readPeople(tx, userIds, sees) : [],
      history: sees.history ? await historyOf(subject, id) : [],
    };
  });
}

type Asked = { examinationId: string; id: string; userIds: readonly string[]; sees: Sees };
type Parts = Pick<ExaminedRecord, "related"> & Partial<ExaminedRecord>;

const PARTS: Readonly<Record<RecordKind, (tx: Tx, asked: Asked) => Promise<Parts>>> = {
  depiction: async (tx, { id, sees, ...asked }) => {
    const row = await tx.depiction.findUnique({ where: { id } });
    const related = await relatedIn(
      tx,
      asked.examinationId,
      sql`
      SELECT 'scene' AS kind, p.scene_id AS id FROM depictions d JOIN scene_publications p ON p.partner_id = d.partner_id
        AND (p.content_url = d.content_url OR p.depiction_sha256 IN (d.file_hash, d.kept_sha256)) WHERE d.id = ${id}`,
    );
    if (!row) return { isErased: true, related };
    const {
      contentUrl: url,
      title,
      fileHash,
      createdAt: loggedAt,
      removedAt,
      keptSha256,
      copyMimeType,
      copyBytes,
    } = row;
    const shown = { title, url, sha256: fileHash && hexOf(fileHash), publishedAt: null, removedAt, partnerName: null };
    const copy =
      sees.copies && row.keptKey && keptSha256 && copyMimeType && copyBytes !== null
        ? { mimeType: copyMimeType, bytes: copyBytes, sha256: hexOf(keptSha256), storedAt: row.keptAt }
        : null;
    return { loggedAt, removedAt, related, copy, depictions: sees.urls ? [shown] : [] };
  },
  scene: async (tx, { id, sees, userIds, examinationId }) => {
    const scene = await tx.collabScene.findUnique({ where: { id }, select: { createdAt: true } });
    const related = await relatedIn(
      tx,
      examinationId,
      sql`
      SELECT 'production' AS kind, production_id AS id FROM production_performers WHERE scene_id = ${id}
      UNION SELECT 'depiction', d.id FROM scene_publications p JOIN depictions d ON d.partner_id = p.partner_id
        AND (p.content_url = d.content_url OR p.depiction_sha256 IN (d.file_hash, d.kept_sha256)) WHERE p.scene_id = ${id}`,
    );
    if (!scene) return { isErased: true, related };
    const releases = sees.releases ? await releasesOf(tx, id, userIds) : [];
    const published = sees.urls
      ? await tx.scenePublication.findMany({
          where: { sceneId: id },
          orderBy: { id: "asc" },
          include: { partner: { select: { name: true } } },
        })
      : [];
    const depictions = published.map(({ contentUrl: url, depictionSha256, publishedAt, removedAt, partner }) => ({
      ...{ title: null, url, sha256: hexOf(depictionSha256), publishedAt, removedAt, partnerName: partner.name },
    }));
    return { loggedAt: scene.createdAt, related, releases, depictions };
  },
  production: async (tx, { id, sees, examinationId }) => {
    const row = await tx.production.findUniqueOrThrow({
      where: { id },
      select: { createdAt: true, producer: { select: { name: true } } },
    });
    const listed = sees.urls
      ? await tx.productionDepiction.findMany({ where: { productionId: id }, orderBy: { id: "asc" }, take: 1000 })
      : [];
    const related = await relatedIn(
      tx,
      examinationId,
      sql`
      SELECT 'scene' AS kind, scene_id AS id FROM production_performers WHERE production_id = ${id}
      UNION SELECT 'depiction', depiction_id FROM production_depictions WHERE production_id = ${id} AND depiction_id IS NOT NULL`,
    );
    return {
      loggedAt: row.createdAt,
      producerName: row.producer.name,
      related,
      depictions: listed.map(({ title, url, sha256 }) => ({
        ...{ title, url, sha256: sha256 && hexOf(sha256), publishedAt: null, removedAt: null, partnerName: null },
      })),
    };
  },
};

/** Of these records, those in scope. */
const relatedIn = (tx: Tx, examinationId: string, of: Prisma.Sql) =>
  tx.$queryRaw<Linked[]>`
    SELECT r.kind, r.id, r.title FROM ${recordsIn(examinationId)} r WHERE (r.kind, r.id) IN (SELECT kind, id FROM (${of}) o)
    ORDER BY r.title, r.id LIMIT 200`;

async function releasesOf(tx: Tx, sceneId: string, userIds: readonly string[]): Promise<ExaminedRelease[]> {
  const found = await tx.scenePerformer.findMany({
    where: { sceneId, userId: { in: [...userIds] } },
    orderBy: { position: "asc" },
    include: { release: true, copy: { select: { sha256: true } } },
  });
  return found.flatMap(({ id, userId, release, copy, consentedAt }) =>
    release && userId
      ? {
          ...{ performerId: id, userId, consentedAt, signedName: release.signedName, signedAt: release.attestedAt },
          ...{ textSha256: hexOf(release.textSha256), copySha256: copy && hexOf(copy.sha256) },
        }
      : [],
  );
}

/** What an examiner reads of a record's history: its changes, by whom in general. Not who else looked at it, nor what keeps it. */
const CHANGES: LedgerAction[] = [
  ...(["depiction.logged", "depiction.copy_stored", "depiction.removed", "depiction.erased"] as const),
  ...(["collab_scene.created", "collab_scene.announced", "collab_scene.greenlit", "collab_scene.extended"] as const),
  ...(["collab_scene.publication_registered", "collab_scene.publication_removed", "collab_scene.erased"] as const),
  ...(["production.created", "production.edited", "production.partner_linked", "production.scene_added"] as const),
  ...(["production.scene_removed", "production.depictions_added", "production.depictions_removed"] as const),
  ...(["production.sealing_started", "production.sealed", "production.documented", "production.taken_down"] as const),
  ...(["certificate.issued", "certificate.renewed", "certificate.revoked", "certificate.imported"] as const),
];

const ROLES: Readonly<Record<string, string | undefined>> = {
  partner_key: "The platform",
  portal_user: "The platform",
  staff: "A custodian",
  person: "The performer",
  producer: "The producer",
};

async function historyOf(kind: SubjectKind, id: string): Promise<ExaminedRecord["history"]> {
  const entries = await readLedger("custodian", { about: [{ kind, ids: [id] }], action: { in: CHANGES }, take: 200 });
  return entries.map(({ seq, at, did, actor }) => ({
    ...{ id: `${seq}`, at, did, who: ROLES[actor.kind] ?? "The service" },
  }));
}

/** All lines of the titles index with everyone in scope, for the export. */
export const exportLines = (tx: Pick<Tx, "$queryRaw">, examinationId: string) => tx.$queryRaw<
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
  FROM ${recordsIn(examinationId)} r LEFT JOIN partners p ON p.id = r.partner_id
    LEFT JOIN ${entriesIn(examinationId)} e ON e.kind = r.kind AND e.id = r.id
    LEFT JOIN identities v ON v.user_id = e.user_id LEFT JOIN depictions d ON r.kind = 'depiction' AND d.id = r.id
  ORDER BY search_fold(r.title), r.id, v.legal_name`;
