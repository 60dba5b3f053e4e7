import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { entriesToProve, type LedgerAction, readLedger, type SubjectKind } from "@/lib/domain/core/ledger";
import { proofArchive } from "@/lib/domain/core/transparency";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { newestPhotos } from "@/lib/domain/identity";
import { openDocumentNumber, withReadableFacts } from "@/lib/domain/identity/id-facts";
import { mayOpenCopy } from "@/lib/domain/records/content";
import { linkedDepictions } from "@/lib/domain/scenes";
import { type Answer, answersNow } from "@/lib/domain/scenes/consents";
import { hexOf } from "@/lib/platform/crypto";
import { Prisma, type Tx } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type RecordKind, SEES, type Sees } from "./labels";
import { recordLook, whileOpen } from "./looks";
import { castOf, entriesIn, recordsIn, scopeOfExamination } from "./scope";

const { sql } = Prisma;

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

/** People as far as a profile sees them, by legal name. */
export async function readPeople(tx: Tx, userIds: readonly string[], sees: Sees): Promise<ExaminedPerson[]> {
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
      photos: newestPhotos(check?.photos ?? [])
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
  /** When its performer withdrew distribution. */
  withdrawnAt?: Date | undefined;
  textSha256: string;
  copySha256: string | null;
  /** Each consent that it asked for, as answered or withdrawn since. A release of an earlier version gave every use at once, and has none. */
  answers?: Answer[] | undefined;
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
  /** The record was removed, so only custodians open its copy. */
  isCopyClosed: boolean;
  /** Other records in scope that belong to it. */
  related: Linked[];
  history: { id: string; at: Date; did: string; who: string }[];
  sees: Sees;
};

export const LOOKS: Readonly<Record<RecordKind, { action: LedgerAction; subject: SubjectKind; people: LedgerAction }>> =
  {
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
export async function viewExaminedRecord(
  ctx: Ctx<ExaminerActor>,
  { kind, id }: { kind: string; id: string },
): Promise<ExaminedRecord> {
  if (!isRecordKind(kind) || !isId(id)) throw new NotFound();
  const { action, subject, people } = LOOKS[kind];
  const record = await whileOpen(ctx, async (tx, examination) => {
    const sees = SEES[examination.profile];
    const [found] =
      sees.indexes.length > 0
        ? await tx.$queryRaw<Found[]>`
          SELECT r.title, r.production_date AS "productionDate", p.name AS "partnerName"
          FROM ${recordsIn(scopeOfExamination(examination.id))} r LEFT JOIN partners p ON p.id = r.partner_id WHERE r.kind = ${kind} AND r.id = ${id}`
        : [];
    if (!found) throw new NotFound();
    const scope = scopeOfExamination(examination.id);
    const entries = await tx.$queryRaw<{ userId: string }[]>`SELECT DISTINCT e.user_id AS "userId" FROM ${
      kind === "production"
        ? sql`${castOf(scope, id)} e`
        : sql`${entriesIn(scope)} e WHERE e.kind = ${kind} AND e.id = ${id}`
    }`;
    const userIds = entries.map(({ userId }) => userId);
    await recordLook(tx, ctx, examination, {
      ...{ kind: "record", action, subject: { kind: subject, id }, title: found.title, of: { kind, id } },
      people: { action: people, ids: userIds },
    });
    const parts = await PARTS[kind](tx, { examinationId: examination.id, id, userIds, sees });
    return {
      ...{ kind, id, producerName: null, loggedAt: null, removedAt: null, isErased: false },
      ...{ releases: [], depictions: [], copy: null, isCopyClosed: false, ...found, ...parts, sees },
      people: sees.id ? await readPeople(tx, userIds, sees) : [],
    };
  });
  // After the transaction, so that it doesn't hold a second connection.
  return { ...record, history: record.sees.history ? await historyOf(subject, id) : [] };
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
      SELECT 'scene' AS kind, p.scene_id AS id FROM depictions d JOIN scene_publications p ON ${isPublishedAs} WHERE d.id = ${id}`,
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
    const isCopyClosed = copy !== null && !(await mayOpenCopy(tx, { depictionId: id, as: "examiner" }));
    return { loggedAt, removedAt, related, copy, isCopyClosed, depictions: sees.urls ? [shown] : [] };
  },
  scene: async (tx, { id, sees, userIds, examinationId }) => {
    const scene = await tx.collabScene.findUnique({ where: { id }, select: { createdAt: true } });
    const related = await relatedIn(
      tx,
      examinationId,
      sql`
      SELECT 'production' AS kind, production_id AS id FROM production_performers WHERE scene_id = ${id}
      UNION (WITH ${linkedDepictions(id)} SELECT 'depiction', id FROM linked)`,
    );
    if (!scene) return { isErased: true, related };
    const releases = sees.releases ? await readReleases(tx, new Map([[id, userIds]])) : null;
    const published = sees.urls ? await readPublications(tx, { sceneIds: [id], examinationId }) : null;
    return {
      ...{ loggedAt: scene.createdAt, related },
      ...{ releases: releases?.get(id) ?? [], depictions: published?.get(id) ?? [] },
    };
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

/** Of these records, those in scope. Asks of each, so that it doesn't read the whole scope. */
const relatedIn = (tx: Tx, examinationId: string, of: Prisma.Sql) =>
  tx.$queryRaw<Linked[]>`
    SELECT r.kind, r.id, r.title FROM (SELECT DISTINCT kind, id FROM (${of}) each) o
      CROSS JOIN LATERAL (SELECT * FROM ${recordsIn(scopeOfExamination(examinationId))} r WHERE r.kind = o.kind AND r.id = o.id LIMIT 1) r
    ORDER BY r.title, r.id LIMIT 200`;

/** The releases in scenes, each scene with the people whose releases are shown. */
export async function readReleases(
  tx: Pick<Tx, "scenePerformer">,
  scenes: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, ExaminedRelease[]>> {
  const found = await tx.scenePerformer.findMany({
    where: { OR: [...scenes].map(([sceneId, userIds]) => ({ sceneId, userId: { in: [...userIds] } })) },
    orderBy: { position: "asc" },
    include: { release: true, copy: { select: { sha256: true } }, scene: { select: { needs: true } } },
  });
  const releases = new Map<string, ExaminedRelease[]>();
  for (const { id: performerId, sceneId, userId, release, copy, consentedAt, withdrawnAt, given, scene } of found) {
    const answers = answersNow({ given, needs: scene.needs, withdrawnAt });
    if (!release || !userId) continue;
    const one = {
      ...{ performerId, userId, consentedAt, signedName: release.signedName, signedAt: release.attestedAt },
      ...{ textSha256: hexOf(release.textSha256), copySha256: copy && hexOf(copy.sha256) },
      ...(answers && { answers }),
      ...(withdrawnAt && { withdrawnAt }),
    };
    releases.set(sceneId, [...(releases.get(sceneId) ?? []), one]);
  }
  return releases;
}

/**
 * Where scenes were published, as an examination shows it. One of a sample is about one partner, and says nothing of where others
 * published a scene.
 */
export async function readPublications(
  tx: Pick<Tx, "scenePublication" | "sample">,
  { sceneIds, examinationId }: { sceneIds: readonly string[]; examinationId: string | null },
): Promise<ReadonlyMap<string, ExaminedDepiction[]>> {
  const sample = examinationId
    ? await tx.sample.findFirst({
        where: { examinations: { some: { id: examinationId } } },
        select: { partnerId: true },
      })
    : null;
  const found = await tx.scenePublication.findMany({
    where: { sceneId: { in: [...sceneIds] }, ...sample },
    orderBy: { id: "asc" },
    include: { partner: { select: { name: true } } },
  });
  const published = new Map<string, ExaminedDepiction[]>();
  for (const { sceneId, contentUrl: url, depictionSha256, publishedAt, removedAt, partner } of found) {
    const one = { title: null, url, sha256: hexOf(depictionSha256), publishedAt, removedAt, partnerName: partner.name };
    published.set(sceneId, [...(published.get(sceneId) ?? []), one]);
  }
  return published;
}

/** What an examiner reads of a record's history: its changes, by whom in general. Not who else looked at it, nor what keeps it. */
export const CHANGES: LedgerAction[] = [
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

const historyOf = async (kind: SubjectKind, id: string): Promise<ExaminedRecord["history"]> =>
  (await readHistories(kind, [id], { take: 200 })).get(id) ?? [];

/** What an examiner reads of the histories of records. */
export async function readHistories(
  kind: SubjectKind,
  ids: readonly string[],
  { take }: { take?: number } = {},
): Promise<ReadonlyMap<string, ExaminedRecord["history"]>> {
  const entries = await readLedger("custodian", {
    about: [{ kind, ids }],
    action: { in: CHANGES },
    ...(take && { take }),
  });
  const histories = new Map<string, ExaminedRecord["history"]>();
  for (const { seq, at, did, actor, subjectId } of entries) {
    const lines = histories.get(subjectId) ?? [];
    histories.set(subjectId, lines);
    lines.push({ id: `${seq}`, at, did, who: ROLES[actor.kind] ?? "The service" });
  }
  return histories;
}

const PROVEN = 1_000;
/** What a proof shows of an entry: what the page shows. */
export const SHOWN = ["at", "action", "subjectKind", "subjectId", "actorKind"] as const;

/**
 * Proofs of the history that an examiner reads of a record in scope: of its latest 1,000 entries, what the page shows of them. The look
 * is kept. Throws `NotFound`, also for a profile that reads no history.
 */
export async function proveExaminedRecord(
  ctx: Ctx<ExaminerActor>,
  { kind, id }: { kind: string; id: string },
): Promise<{ fileName: string; zip: Buffer }> {
  if (!isRecordKind(kind) || !isId(id)) throw new NotFound();
  const { action, subject } = LOOKS[kind];
  await whileOpen(ctx, async (tx, examination) => {
    const [found] = SEES[examination.profile].history
      ? await tx.$queryRaw<{ title: string }[]>`
          SELECT r.title FROM ${recordsIn(scopeOfExamination(examination.id))} r WHERE r.kind = ${kind} AND r.id = ${id}`
      : [];
    if (!found) throw new NotFound();
    await recordLook(tx, ctx, examination, {
      ...{ kind: "proof", action, subject: { kind: subject, id }, title: `Proofs of ${found.title}` },
      of: { kind, id },
    });
  });
  // After the transaction, so that it doesn't hold a second connection.
  const about = [{ kind: subject, ids: [id] }];
  const entries = await entriesToProve("custodian", { about, action: { in: CHANGES }, take: PROVEN });
  return {
    fileName: `proofs-${id}.zip`,
    zip: await proofArchive(entries.map(({ entry }) => ({ entry, shown: SHOWN }))),
  };
}
