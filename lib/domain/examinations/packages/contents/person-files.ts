import { readPhoto } from "@/lib/domain/identity";
import { type BagFile, bytesFile, textFile } from "@/lib/platform/bag";
import { inTransaction } from "@/lib/platform/db";
import type { Sees } from "../../labels";
import { factsTable, link } from "../../pages";
import { type ExaminedPerson, readPeople } from "../../records";
import {
  dayOf,
  type Folders,
  jsonText,
  lineOf,
  linesTable,
  type PackageFacts,
  page,
  recordPages,
  withNext,
} from "./package-pages";

const PEOPLE_AT_ONCE = 50;
const PHOTO_FILES = { document_front: "id-front.jpg", document_back: "id-back.jpg", person: "person.jpg" } as const;
type PhotoKind = keyof typeof PHOTO_FILES;
const isPhotoKind = (kind: string): kind is PhotoKind => kind in PHOTO_FILES;

/** The folder of each person, with what the profile sees of their ID. */
export async function* people(
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
