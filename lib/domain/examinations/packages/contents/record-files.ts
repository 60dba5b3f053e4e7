import { buffer } from "node:stream/consumers";
import { entriesToProve } from "@/lib/domain/core/ledger";
import { type Proof, proveEntries } from "@/lib/domain/core/transparency";
import { findOpenableCopies, type OpenableCopy, readOpenable } from "@/lib/domain/records/content";
import { readReleaseCopy } from "@/lib/domain/scenes";
import { askedText, givenText } from "@/lib/domain/scenes/consents";
import { type BagFile, bytesFile, textFile } from "@/lib/platform/bag";
import { db } from "@/lib/platform/db";
import { oneAhead } from "@/lib/platform/streams";
import type { Sees } from "../../labels";
import { factsTable, link, safe } from "../../pages";
import { CHANGES, type ExaminedRecord, isRecordKind, LOOKS, readHistories, SHOWN } from "../../records";
import { dayOf, type Folders, jsonText, type PackageFacts, page, type Row, recordFolder } from "./package-pages";
import {
  type Details,
  depictionDetails,
  depictionsTable,
  LISTED,
  namesOf,
  productionDetails,
  type Related,
  relatedOf,
  sceneDetails,
} from "./record-details";

// Bounded, so that a package of any size needs the same memory.
const RECORDS_AT_ONCE = 200;
const [AHEAD, SMALL_BYTES] = [8, 2 ** 19];

/** The folder of each record, with its proofs. The next records are read from the database while some are written. */
export async function* records(facts: PackageFacts, seen: Seen): AsyncGenerator<BagFile> {
  for await (const page of oneAhead(readPages(facts, seen))) {
    const read = smallOnesAhead(page.flatMap(({ copy }) => copy ?? []));
    for (const one of page) yield* recordFiles(facts, { ...one, sees: seen.sees, read });
  }
}

type Seen = { sees: Sees; folders: Folders };

async function* readPages(facts: PackageFacts, seen: Seen): AsyncGenerator<ReadRecord[]> {
  for (let after = 0; ; ) {
    const rows = await db.recordPackageRecord.findMany({
      where: { packageId: facts.id, n: { gt: after } },
      orderBy: { n: "asc" },
      take: RECORDS_AT_ONCE,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield await readPage(facts, { rows, ...seen });
    after = last.n;
  }
}

async function readPage(
  facts: PackageFacts,
  { rows, sees, folders }: Seen & { rows: readonly Row[] },
): Promise<ReadRecord[]> {
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
    ...(await productionDetails(idsOf("production"), { sees })),
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
  return rows.map((row) => {
    const { kind, recordId: id, title, productionDate, userIds } = row;
    const proven = proofsOf.get(id) ?? [];
    const detail = details.get(id) ?? { isErased: true };
    return {
      row,
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
    };
  });
}

/**
 * How each of these copies is read when its turn comes. The next few small ones are read already, because opening a file takes longer than
 * reading so little.
 */
function smallOnesAhead(copies: readonly OpenableCopy[]): (copy: OpenableCopy) => AsyncGenerator<Uint8Array> {
  const small = copies.filter(({ bytes }) => bytes <= SMALL_BYTES);
  const reading = new Map<OpenableCopy, Promise<Buffer>>();
  let started = 0;
  return async function* (copy) {
    const at = small.indexOf(copy);
    if (at < 0) return yield* readOpenable(copy);
    for (; started < Math.min(at + AHEAD, small.length); started++) {
      const next = small[started] as OpenableCopy;
      const whole = buffer(readOpenable(next));
      // Awaited later. Until then its failure must not count as unhandled.
      whole.catch(() => undefined);
      reading.set(next, whole);
    }
    const whole = await reading.get(copy);
    reading.delete(copy);
    if (whole) yield whole;
  };
}

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

type ReadRecord = { row: Row; copy: OpenableCopy | undefined; proofs: readonly Proof[]; record: WrittenRecord };
type ToWrite = ReadRecord & { sees: Sees; read: (copy: OpenableCopy) => AsyncIterable<Uint8Array> };

const EXTENSIONS: Readonly<Record<string, string>> = {
  ...{ "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" },
  ...{ "video/mp4": "mp4", "video/webm": "webm", "video/quicktime": "mov" },
};

async function* recordFiles(
  facts: PackageFacts,
  { row, sees, copy, proofs, record, read }: ToWrite,
): AsyncGenerator<BagFile> {
  const folder = recordFolder(row);
  const copyFile = copy && `copy.${EXTENSIONS[copy.mimeType] ?? "bin"}`;
  const signed = sees.signedCopies ? (record.releases ?? []).filter(({ copySha256 }) => copySha256) : [];
  const listed = row.kind === "production" && sees.urls ? "depictions.csv" : null;
  const { releases, related, copy: about, depictions, ...rest } = record;
  yield textFile(`${folder}/record.json`, () =>
    jsonText({
      ...rest,
      // A production's are in its table, however many.
      ...(!listed && depictions && { depictions }),
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
  if (copy && copyFile) yield { path: `${folder}/${copyFile}`, read: () => read(copy) };
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
      (record.depictions ?? []).map(({ title, url, sha256 }) =>
        [kind === "production" && title, url, sha256].flatMap((one) => (one ? [safe(one)] : [])).join("<br>"),
      ),
    ),
    record.depictions && kind === "production" && record.depictions.length === LISTED
      ? `<p>These are the first ${LISTED}. ${link("depictions.csv", "depictions.csv")} has all of them.</p>`
      : "",
    list(
      "Releases",
      (record.releases ?? []).map(({ signedName, signedAt, consentedAt, textSha256, answers }) => {
        const asked = (answers ?? [])
          .map((answer) => `; ${askedText(answer)}: ${givenText(answer).replace(/^./, (first) => first.toLowerCase())}`)
          .join("");
        const consented = consentedAt ? `, consented ${consentedAt.toISOString()}` : "";
        return safe(
          `${signedName ?? "Signed"}, ${signedAt.toISOString()}${consented}, SHA-256 of the text ${textSha256}${asked}`,
        );
      }),
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
