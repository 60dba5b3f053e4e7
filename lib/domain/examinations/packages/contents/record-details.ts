import { isPublishedAs } from "@/lib/domain/custody/published-as";
import type { OpenableCopy } from "@/lib/domain/records/content";
import { hexOf } from "@/lib/platform/crypto";
import { csvText } from "@/lib/platform/csv-stream";
import { db } from "@/lib/platform/db";
import type { Sees } from "../../labels";
import { type ExaminedRecord, type ExaminedRelease, readPublications, readReleases } from "../../records";
import { dayOf, LINES, type PackageFacts, type Row } from "./package-pages";

// What a page of records has beside its rows: each in one query, however many they are.

/** What a package says of a record, as far as its profile sees it. */
export type Details = Partial<Pick<ExaminedRecord, "loggedAt" | "removedAt" | "producerName" | "depictions">> & {
  isErased: boolean;
  partnerName?: string | null;
  copy?: { mimeType: string; bytes: number; sha256: string | null };
  releases?: ExaminedRelease[];
};

/** Another record of the package, which belongs to one. */
export type Related = { n: number; kind: string; title: string };

/** Of depictions. */
export async function depictionDetails(
  ids: readonly string[],
  { sees, copies }: { sees: Sees; copies: ReadonlyMap<string, OpenableCopy> },
): Promise<[string, Details][]> {
  const found = await db.depiction.findMany({
    where: { id: { in: [...ids] } },
    include: { account: { select: { partner: { select: { name: true } } } } },
  });
  return found.map(({ id, contentUrl: url, title, fileHash, createdAt: loggedAt, removedAt, keptSha256, account }) => {
    const copy = copies.get(id);
    const shown = { title, url, sha256: fileHash && hexOf(fileHash), publishedAt: null, removedAt, partnerName: null };
    return [
      id,
      {
        ...{
          isErased: false,
          loggedAt,
          removedAt,
          partnerName: account.partner.name,
          depictions: sees.urls ? [shown] : [],
        },
        ...(copy && {
          copy: { mimeType: copy.mimeType, bytes: copy.bytes, sha256: keptSha256 && hexOf(keptSha256) },
        }),
      },
    ];
  });
}

/** Of scenes. */
export async function sceneDetails(
  { examinationId }: PackageFacts,
  { rows, sees }: { rows: readonly Row[]; sees: Sees },
): Promise<[string, Details][]> {
  // Of a picked person's records, only their own release.
  const scenes = new Map(
    rows.flatMap(({ kind, recordId, userIds }) => (kind === "scene" ? [[recordId, userIds]] : [])),
  );
  const sceneIds = [...scenes.keys()];
  const found = await db.collabScene.findMany({
    where: { id: { in: sceneIds } },
    select: { id: true, createdAt: true },
  });
  const releases = sees.releases ? await readReleases(db, scenes) : null;
  const published = sees.urls ? await readPublications(db, { sceneIds, examinationId }) : null;
  return found.map(({ id, createdAt: loggedAt }) => [
    id,
    { isErased: false, loggedAt, releases: releases?.get(id) ?? [], depictions: published?.get(id) ?? [] },
  ]);
}

/** How many of a production's depictions its page lists. All are in its table. */
export const LISTED = 100;

/** Of productions, with the first of their depictions. */
export async function productionDetails(
  ids: readonly string[],
  { sees }: { sees: Sees },
): Promise<[string, Details][]> {
  const found = await db.production.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, createdAt: true, producer: { select: { name: true } } },
  });
  const listed = sees.urls
    ? await db.$queryRaw<{ of: string; title: string | null; url: string; sha256: Uint8Array | null }[]>`
        SELECT p.id AS of, d.title, d.url, d.sha256 FROM unnest(${[...ids]}::text[]) p (id) CROSS JOIN LATERAL (
          SELECT * FROM production_depictions WHERE production_id = p.id ORDER BY id LIMIT ${LISTED}) d ORDER BY d.id`
    : [];
  const depictions = Map.groupBy(
    listed.map(({ of, title, url, sha256 }) => ({
      ...{ of, title, url, sha256: sha256 && hexOf(sha256), publishedAt: null, removedAt: null, partnerName: null },
    })),
    ({ of }) => of,
  );
  return found.map(({ id, createdAt: loggedAt, producer }) => [
    id,
    {
      ...{ isErased: false, loggedAt, producerName: producer.name },
      depictions: (depictions.get(id) ?? []).map(({ of: _, ...depiction }) => depiction),
    },
  ]);
}

/** Every depiction of a production, as a table. */
export async function* depictionsTable(productionId: string): AsyncGenerator<Buffer> {
  async function* pages() {
    for (let after = ""; ; ) {
      const rows = await db.productionDepiction.findMany({
        where: { productionId, id: { gt: after } },
        orderBy: { id: "asc" },
        take: LINES,
      });
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      after = last.id;
    }
  }
  const columns = [
    ["url", (row: { url: string }) => row.url],
    ["sha256", (row: { sha256: Uint8Array | null }) => row.sha256 && hexOf(row.sha256)],
    ["title", (row: { title: string | null }) => row.title],
    ["produced_on", (row: { producedOn: Date }) => dayOf(row.producedOn)],
  ] as const;
  for await (const text of csvText<{ url: string; sha256: Uint8Array | null; title: string | null; producedOn: Date }>(
    columns,
    pages(),
  ))
    yield Buffer.from(text);
}

/** For each record, others in the package that belong to it: up to 500. */
export async function relatedOf(packageId: string, rows: readonly Row[]): Promise<ReadonlyMap<string, Related[]>> {
  const ids = rows.map(({ recordId }) => recordId);
  const found = await db.$queryRaw<(Related & { of: string })[]>`
    WITH pairs AS (
      SELECT d.id AS of, p.scene_id AS id FROM depictions d JOIN scene_publications p ON ${isPublishedAs} WHERE d.id = ANY (${ids})
      UNION SELECT p.scene_id, d.id FROM scene_publications p JOIN depictions d ON ${isPublishedAs} WHERE p.scene_id = ANY (${ids})
      UNION SELECT scene_id, production_id FROM production_performers WHERE scene_id = ANY (${ids})
      UNION SELECT production_id, scene_id FROM production_performers WHERE production_id = ANY (${ids})
      UNION SELECT depiction_id, production_id FROM production_depictions WHERE depiction_id = ANY (${ids})
      UNION SELECT production_id, depiction_id FROM production_depictions WHERE production_id = ANY (${ids}))
    SELECT of, n, kind, title FROM (
      SELECT p.of, r.n, r.kind, r.title, row_number() OVER (PARTITION BY p.of ORDER BY r.n) AS place
      FROM pairs p JOIN record_package_records r ON r.package_id = ${packageId} AND r.record_id = p.id) all_related
    WHERE place <= ${LINES} ORDER BY of, n`;
  const related = new Map<string, Related[]>();
  for (const { of, ...one } of found) related.set(of, [...(related.get(of) ?? []), one]);
  return related;
}

/** The legal names of the people in records. */
export async function namesOf(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(rows.flatMap(({ userIds }) => userIds))];
  const found = await db.identity.findMany({
    where: { userId: { in: userIds } },
    select: { userId: true, legalName: true },
  });
  return new Map(found.map(({ userId, legalName }) => [userId, legalName]));
}
