import { entriesToProve } from "@/lib/domain/core/ledger";
import { type Proof, proveEntries, readCheckpoint } from "@/lib/domain/core/transparency";
import { isPublishedAs } from "@/lib/domain/custody/published-as";
import { readPhoto } from "@/lib/domain/identity";
import { findOpenableCopies, type OpenableCopy, readOpenable } from "@/lib/domain/records/content";
import { readReleaseCopy } from "@/lib/domain/scenes";
import { type BagFile, bytesFile, textFile } from "@/lib/platform/bag";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { hexOf } from "@/lib/platform/crypto";
import { csvText } from "@/lib/platform/csv-stream";
import { db, inTransaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { oneLine } from "@/lib/platform/wire";
import type { RecordPackage, RecordPackageRecord } from "@/prisma/generated/client";
import { INDEX_LABELS, type IndexName, SEES, type Sees } from "../labels";
import { factsTable, link, pageText, safe, table } from "../pages";
import {
  CHANGES,
  type ExaminedPerson,
  type ExaminedRecord,
  type ExaminedRelease,
  isRecordKind,
  LOOKS,
  readHistories,
  readPeople,
  readPublications,
  readReleases,
  SHOWN,
} from "../records";

/** What a package is about, as its files say it. */
export type PackageFacts = Pick<
  RecordPackage,
  "id" | "examinationId" | "profile" | "requester" | "authority" | "reason" | "producedFrom" | "producedUntil"
> & { at: Date; recordCount: number };

// What is read at once is bounded, so that a package of any size needs the same memory.
const [RECORDS_AT_ONCE, PEOPLE_AT_ONCE, LINES] = [200, 50, 500];

type Row = RecordPackageRecord;
type Folders = ReadonlyMap<string, string>;

const numbered = (n: number): string => String(n).padStart(6, "0");
const recordFolder = ({ n, kind }: { n: number; kind: string }): string => `records/${numbered(n)}-${kind}`;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/**
 * The files of a package, as they are asked for. Its records are those that were fixed for it; of each, what its profile sees. Throws
 * what a stored file throws that can't be read.
 */
export async function* packageFiles(facts: PackageFacts): AsyncGenerator<BagFile> {
  const sees = SEES[facts.profile];
  yield textFile("README.txt", () => readmeText(facts, sees));
  yield textFile("index.html", () => startPage(facts, sees));
  const checkpoint = sees.history ? await readCheckpoint() : null;
  if (checkpoint) yield textFile("proofs/checkpoint.txt", () => checkpoint);
  const folders = sees.id ? await findFolders(facts.id) : new Map<string, string>();
  for (const index of sees.indexes) yield* indexPages(facts, { index, folders });
  yield* people(facts, { sees, folders });
  for (let after = 0; ; ) {
    const rows = await db.recordPackageRecord.findMany({
      where: { packageId: facts.id, n: { gt: after } },
      orderBy: { n: "asc" },
      take: RECORDS_AT_ONCE,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield* records(facts, { rows, sees, folders });
    after = last.n;
  }
}

/** The folder of each person, in the order of their names. */
async function findFolders(packageId: string): Promise<Folders> {
  const found = await db.$queryRaw<{ userId: string }[]>`
    SELECT u.user_id AS "userId" FROM (
      SELECT DISTINCT unnest(user_ids) AS user_id FROM record_package_records WHERE package_id = ${packageId}) u
    LEFT JOIN identities v ON v.user_id = u.user_id ORDER BY search_fold(coalesce(v.legal_name, '~')), u.user_id`;
  return new Map(found.map(({ userId }, n) => [userId, `people/${numbered(n + 1)}`]));
}

// ─── Pages ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** On every page: whom it was made for. */
const markOf = ({ examinationId, id, requester }: PackageFacts): string =>
  `${examinationId ? `Examination ${examinationId}` : `Package ${id}`}, for ${requester}`;

/** A page with that on it. */
const page = (facts: PackageFacts, parts: { title: string; depth: number; body: string }): string =>
  pageText({ mark: markOf(facts), ...parts });

const startPage = (facts: PackageFacts, { indexes }: Sees): string =>
  page(facts, {
    title: "Records under 18 U.S.C. 2257",
    depth: 0,
    body: `${factsTable([
      ["Requested by", facts.requester],
      ["Authority", facts.authority],
      ["Reason", facts.reason],
      ["Produced from", facts.producedFrom && dayOf(facts.producedFrom)],
      ["Produced before", facts.producedUntil && dayOf(facts.producedUntil)],
      ["Records", String(facts.recordCount)],
      ["Made at", facts.at.toISOString()],
    ])}
<ul>${indexes.map((index) => `<li>${link(`${index}-1.html`, INDEX_LABELS[index])}</li>`).join("")}</ul>
<p>${link("README.txt", "How to check this package")}</p>`,
  });

type IndexLine = { href: string; text: string; about: string };

async function* indexPages(
  facts: PackageFacts,
  { index, folders }: { index: IndexName; folders: Folders },
): AsyncGenerator<BagFile> {
  for await (const { page: lines, number, hasNext } of withNext(INDEX_LINES[index](facts.id, folders))) {
    const around = [
      number > 1 ? link(`${index}-${number - 1}.html`, "Previous") : "",
      hasNext ? link(`${index}-${number + 1}.html`, "Next") : "",
    ];
    const body = `${linesTable(lines)}<p>${around.join(" ")}</p>`;
    const title = `${INDEX_LABELS[index]}, page ${number}`;
    yield textFile(`${index}-${number}.html`, () => page(facts, { title, depth: 0, body }));
  }
}

const linesTable = (lines: readonly IndexLine[]): string =>
  table(lines.map(({ href, text, about }) => [link(href, text), safe(about)]));

/** Pages with their number, and whether another follows. At least one, which may be empty. */
async function* withNext<T>(
  pages: AsyncGenerator<T[], void>,
): AsyncGenerator<{ page: T[]; number: number; hasNext: boolean }> {
  let page = await pages.next();
  for (let number = 1; ; number++) {
    const next = await pages.next();
    yield { page: page.value ?? [], number, hasNext: !next.done };
    if (next.done) return;
    page = next;
  }
}

const INDEX_LINES: Readonly<
  Record<IndexName, (packageId: string, folders: Folders) => AsyncGenerator<IndexLine[], void>>
> = {
  async *names(_, folders) {
    const ids = [...folders.keys()];
    for (let at = 0; at < ids.length; at += LINES) {
      const page = ids.slice(at, at + LINES);
      const names = await db.identity.findMany({
        where: { userId: { in: page } },
        select: { userId: true, legalName: true },
      });
      const nameOf = new Map(names.map(({ userId, legalName }) => [userId, legalName]));
      yield page.map((id) => ({
        ...{ href: `${folders.get(id)}/person.html`, text: nameOf.get(id) ?? "Not verified", about: "" },
      }));
    }
  },
  async *aliases(packageId, folders) {
    for (let after = ["", ""]; ; ) {
      const found = await db.$queryRaw<
        { id: string; userId: string; name: string; legalName: string | null; sort: string }[]
      >`
        SELECT * FROM (
          SELECT a.id, a.user_id AS "userId", a.name, v.legal_name AS "legalName", search_fold(a.name) AS sort
          FROM person_aliases a LEFT JOIN identities v ON v.user_id = a.user_id WHERE a.user_id IN (
            SELECT unnest(user_ids) FROM record_package_records WHERE package_id = ${packageId})) alias
        WHERE (sort, id) > (${after[0]}, ${after[1]}) ORDER BY sort, id LIMIT ${LINES}`;
      const last = found.at(-1);
      if (!last) return;
      yield found.map(({ userId, name, legalName }) => ({
        ...{ href: `${folders.get(userId)}/person.html`, text: name, about: legalName ?? "" },
      }));
      after = [last.sort, last.id];
    }
  },
  async *titles(packageId) {
    for await (const rows of recordPages(packageId)) yield rows.map(lineOf(""));
  },
};

const lineOf =
  (up: string) =>
  (row: Row): IndexLine => ({
    ...{
      href: `${up}${recordFolder(row)}/record.html`,
      text: row.title,
      about: `${row.kind}, ${dayOf(row.productionDate)}`,
    },
  });

/** The records of a package, or of one person in it, in pages. */
async function* recordPages(packageId: string, userId?: string): AsyncGenerator<Row[], void> {
  for (let after = 0; ; ) {
    const rows = await db.recordPackageRecord.findMany({
      where: { packageId, n: { gt: after }, ...(userId && { userIds: { has: userId } }) },
      orderBy: { n: "asc" },
      take: LINES,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.n;
  }
}

// ─── People ────────────────────────────────────────────────────────────────────────────────────────────────────────

const PHOTO_FILES = { document_front: "id-front.jpg", document_back: "id-back.jpg", person: "person.jpg" } as const;
type PhotoKind = keyof typeof PHOTO_FILES;
const isPhotoKind = (kind: string): kind is PhotoKind => kind in PHOTO_FILES;

async function* people(
  facts: PackageFacts,
  { sees, folders }: { sees: Sees; folders: Folders },
): AsyncGenerator<BagFile> {
  const ids = [...folders.keys()];
  for (let at = 0; at < ids.length; at += PEOPLE_AT_ONCE) {
    const page = await inTransaction((tx) => readPeople(tx, ids.slice(at, at + PEOPLE_AT_ONCE), sees));
    for (const person of page) {
      const folder = folders.get(person.userId);
      if (folder) yield* personFiles(facts, { folder, person });
    }
  }
}

async function* personFiles(
  facts: PackageFacts,
  { folder, person }: { folder: string; person: ExaminedPerson },
): AsyncGenerator<BagFile> {
  const { userId, checkId, photos: all, ...rest } = person;
  const photos = all.flatMap(({ kind, sha256 }) =>
    isPhotoKind(kind) ? [{ kind, file: PHOTO_FILES[kind], sha256 }] : [],
  );
  yield textFile(`${folder}/person.json`, () => jsonText({ ...rest, photos }));
  if (checkId) {
    for (const { kind, file } of photos) {
      yield bytesFile(`${folder}/${file}`, async () => (await readPhoto({ checkId, userId, kind })).jpeg);
    }
  }
  const { legalName, otherNames, born, document, validUntil, verifiedAt } = person;
  const about = factsTable([
    ["Other names", otherNames.join("; ") || null],
    ["Born", born],
    ["ID", document && [document.type, document.country, document.number].filter(Boolean).join(", ")],
    ["Valid until", validUntil && dayOf(validUntil)],
    ["Verified at", verifiedAt?.toISOString() ?? "Not verified"],
  ]);
  const files = `<ul>${photos.map(({ file }) => `<li>${link(file, file)}</li>`).join("")}</ul>`;
  for await (const { page: lines, number, hasNext } of withNext(recordPages(facts.id, userId))) {
    const more = hasNext ? `<p>${link(`records-${number + 1}.html`, "More records")}</p>` : "";
    const body = `${number === 1 ? about + files : ""}<h2>Records</h2>${linesTable(lines.map(lineOf("../../")))}${more}`;
    const title = legalName ?? "Not verified";
    const name = number === 1 ? "person" : `records-${number}`;
    yield textFile(`${folder}/${name}.html`, () => page(facts, { title, depth: 2, body }));
  }
}

const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

// ─── Records ───────────────────────────────────────────────────────────────────────────────────────────────────────

type Details = Partial<Pick<ExaminedRecord, "loggedAt" | "removedAt" | "producerName" | "depictions">> & {
  isErased: boolean;
  partnerName?: string | null;
  copy?: { mimeType: string; bytes: number; sha256: string | null };
  releases?: ExaminedRelease[];
};

async function* records(
  facts: PackageFacts,
  { rows, sees, folders }: { rows: readonly Row[]; sees: Sees; folders: Folders },
): AsyncGenerator<BagFile> {
  const idsOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ recordId }) => recordId);
  const ids = idsOf("depiction");
  const copies = sees.copies ? await findOpenableCopies(db, { ids, as: "examiner" }) : new Map<string, OpenableCopy>();
  await db.recordPackageRecord.updateMany({
    where: { packageId: facts.id, n: { in: rows.filter(({ recordId }) => copies.has(recordId)).map(({ n }) => n) } },
    data: { hasCopy: true },
  });
  const details = new Map([
    ...(await depictionDetails(ids, { sees, copies })),
    ...(await sceneDetails(facts, { rows, sees })),
    ...(await productionDetails(idsOf("production"))),
  ]);
  const related = await relatedOf(facts.id, rows);
  const names = sees.id ? await namesOf(rows) : new Map<string, string>();
  const history = new Map<string, ExaminedRecord["history"]>();
  const proofs: Proof[] = [];
  for (const kind of ["depiction", "scene", "production"]) {
    if (!sees.history || !isRecordKind(kind)) continue;
    const subject = LOOKS[kind].subject;
    for (const [id, lines] of await readHistories(subject, idsOf(kind))) history.set(id, lines);
    const about = [{ kind: subject, ids: idsOf(kind) }];
    const entries = await entriesToProve("custodian", { about, action: { in: CHANGES } });
    for await (const proof of proveEntries(entries.map(({ entry }) => ({ entry, shown: SHOWN })))) proofs.push(proof);
  }
  const proofsOf = Map.groupBy(proofs, ({ subjectId }) => subjectId);
  for (const row of rows) {
    const { kind, recordId: id, title, productionDate, userIds } = row;
    const proven = proofsOf.get(id) ?? [];
    const detail = details.get(id) ?? { isErased: true };
    yield* recordFiles(facts, {
      row,
      sees,
      copy: copies.get(id),
      proofs: proven,
      record: {
        ...{ kind, id, title, productionDate: dayOf(productionDate), ...detail },
        people: userIds.flatMap((userId) => {
          const folder = folders.get(userId);
          return folder ? [{ legalName: names.get(userId) ?? null, folder }] : [];
        }),
        related: related.get(id) ?? [],
        history: (history.get(id) ?? []).map(({ at, did, who }) => ({ at, who, did })),
        proofs: proven.map(({ index }) => `proofs/${index}.tlog-proof`),
      },
    });
  }
}

type Related = { n: number; kind: string; title: string };

type WrittenRecord = Details & {
  kind: string;
  id: string;
  title: string;
  productionDate: string;
  people: { legalName: string | null; folder: string }[];
  related: Related[];
  history: Omit<ExaminedRecord["history"][number], "id">[];
  proofs: string[];
};

type ToWrite = {
  row: Row;
  sees: Sees;
  copy: OpenableCopy | undefined;
  proofs: readonly Proof[];
  record: WrittenRecord;
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  ...{ "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" },
  ...{ "video/mp4": "mp4", "video/webm": "webm", "video/quicktime": "mov" },
};

async function* recordFiles(
  facts: PackageFacts,
  { row, sees, copy, proofs, record }: ToWrite,
): AsyncGenerator<BagFile> {
  const folder = recordFolder(row);
  const copyFile = copy && `copy.${EXTENSIONS[copy.mimeType] ?? "bin"}`;
  const signed = sees.signedCopies ? (record.releases ?? []).filter(({ copySha256 }) => copySha256) : [];
  const listed = row.kind === "production" && sees.urls ? "depictions.csv" : null;
  const { releases, related, copy: about, ...rest } = record;
  yield textFile(`${folder}/record.json`, () =>
    jsonText({
      ...rest,
      related: related.map((one) => recordFolder(one)),
      ...(releases && {
        releases: releases.map(({ performerId, userId: _, ...release }) => {
          const n = signed.findIndex((one) => one.performerId === performerId);
          return { ...release, file: n < 0 ? null : `release-${n + 1}.pdf` };
        }),
      }),
      ...(about && { copy: { ...about, file: copyFile } }),
    }),
  );
  const files = [copyFile, ...signed.map((_, n) => `release-${n + 1}.pdf`), listed, "record.json"].flatMap(
    (file) => file ?? [],
  );
  yield textFile(`${folder}/record.html`, () => recordPage(facts, { record, files }));
  if (copy && copyFile) yield { path: `${folder}/${copyFile}`, read: () => readOpenable(copy) };
  for (const [n, { performerId }] of signed.entries()) {
    yield bytesFile(`${folder}/release-${n + 1}.pdf`, async () => (await readReleaseCopy(performerId)).pdf);
  }
  if (listed) yield { path: `${folder}/${listed}`, read: () => depictionsTable(row.recordId) };
  for (const { index, text } of proofs) yield textFile(`proofs/${index}.tlog-proof`, () => text);
}

function recordPage(
  facts: PackageFacts,
  { record, files }: { record: WrittenRecord; files: readonly string[] },
): string {
  const { kind, id, productionDate, partnerName, producerName, loggedAt, removedAt, copy } = record;
  const list = (title: string, items: readonly string[]) =>
    items.length > 0 ? `<h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>` : "";
  const body = [
    factsTable([
      ["Kind", kind],
      ["Id", id],
      ["Produced", productionDate],
      ["Platform", partnerName ?? null],
      ["Producer", producerName ?? null],
      ["Logged at", loggedAt?.toISOString() ?? null],
      ["Removed at", removedAt?.toISOString() ?? null],
      ["Record", record.isErased ? "Erased" : null],
      ["SHA-256 of the copy", copy?.sha256 ?? null],
    ]),
    list(
      "People",
      record.people.map(({ legalName, folder }) => link(`../../${folder}/person.html`, legalName ?? "Not verified")),
    ),
    list(
      "Depictions",
      (record.depictions ?? []).map(({ url, sha256 }) =>
        [url, sha256].flatMap((one) => (one ? [safe(one)] : [])).join("<br>"),
      ),
    ),
    list(
      "Releases",
      (record.releases ?? []).map(({ signedName, signedAt, textSha256 }) =>
        safe(`${signedName ?? "Signed"}, ${signedAt.toISOString()}, SHA-256 of the text ${textSha256}`),
      ),
    ),
    list(
      "Files",
      files.map((file) => link(file, file)),
    ),
    list(
      "Related records",
      record.related.map((one) => link(`../../${recordFolder(one)}/record.html`, one.title)),
    ),
    list(
      "History",
      record.history.map(({ at, who, did }) => safe(`${at.toISOString()} ${who} ${did}`)),
    ),
    list(
      "Proofs",
      record.proofs.map((file) => link(`../../${file}`, file)),
    ),
  ];
  return page(facts, { title: record.title || "Untitled", depth: 2, body: body.join("\n") });
}

async function depictionDetails(
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

async function sceneDetails(
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

async function productionDetails(ids: readonly string[]): Promise<[string, Details][]> {
  const found = await db.production.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, createdAt: true, producer: { select: { name: true } } },
  });
  return found.map(({ id, createdAt: loggedAt, producer }) => [
    id,
    { isErased: false, loggedAt, producerName: producer.name },
  ]);
}

/** Every depiction of a production, as a table. */
async function* depictionsTable(productionId: string): AsyncGenerator<Buffer> {
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
async function relatedOf(packageId: string, rows: readonly Row[]): Promise<ReadonlyMap<string, Related[]>> {
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

async function namesOf(rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(rows.flatMap(({ userIds }) => userIds))];
  const found = await db.identity.findMany({
    where: { userId: { in: userIds } },
    select: { userId: true, legalName: true },
  });
  return new Map(found.map(({ userId, legalName }) => [userId, legalName]));
}

// ─── README ────────────────────────────────────────────────────────────────────────────────────────────────────────

function readmeText(facts: PackageFacts, sees: Sees): string {
  const { baseUrl, custodianName, custodianAddress } = env();
  return `RECORDS UNDER 18 U.S.C. 2257 AND 28 CFR PART 75

${oneLine(markOf(facts))}
Authority:    ${oneLine(facts.authority)}
Reason:       ${oneLine(facts.reason)}
Records:      ${facts.recordCount}
Made at:      ${facts.at.toISOString()}
Package id:   ${facts.id}
Custodian:    ${oneLine(custodianName)}, ${oneLine(custodianAddress)}

${SERVICE_NAME} made this package for the request above. It holds personal data. Keep it closed to everyone whom the law doesn't
authorize. All times are UTC. All text is UTF-8.


READ IT

Open index.html in a browser. It needs no network and no scripts. It leads to one page for each record${sees.id ? " and each person" : ""}.

records/    One folder for each record: its page, the same as record.json, ${sees.copies ? "the stored copy, " : ""}${sees.signedCopies ? "signed releases" : "facts"}.
${sees.id ? "people/     One folder for each person in them, with what the request may see of their ID.\n" : ""}${sees.history ? "proofs/     Proofs that the history's entries are in the custodian's public log, one file each.\n" : ""}
${sees.copies ? "Copies of removed records aren't here. " : ""}Copies of depictions${sees.photos.length > 0 ? ", photos of IDs" : ""} and signed releases are byte for byte as we keep them, so that
their SHA-256 is that of the record. They don't carry the request's number. Every page does, and so does bag-info.txt.


CHECK IT

This is a BagIt bag (RFC 8493). In the folder that holds bagit.txt, run:

  sha256sum -c manifest-sha256.txt
  sha256sum -c tagmanifest-sha256.txt

The custodian gives the SHA-256 of the ZIP itself with it, in a file of its own. One program without packages checks everything,
proofs included, offline. Its source and the log's keys:

  ${baseUrl}/verify/ledger
`;
}
