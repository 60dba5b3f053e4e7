import { readCheckpoint } from "@/lib/domain/core/transparency";
import { type BagFile, type Sums, textFile } from "@/lib/platform/bag";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { oneLine } from "@/lib/platform/wire";
import { INDEX_LABELS, SEES, type Sees } from "../../labels";
import { factsTable, link } from "../../pages";
import { findFolders, indexPages } from "./index-files";
import { dayOf, markOf, type PackageFacts, page } from "./package-pages";
import { people } from "./person-files";
import { records } from "./record-files";
import { factsOfSample, findSample, readmeOfSample, SAMPLE_LINKS, type SampleFacts, sampleFiles } from "./sample-files";

/**
 * The files of a package, as they are asked for. Its records are those that were fixed for it; of each, what its profile sees. That of a
 * sample also has how it was drawn. Throws what a stored file throws that can't be read.
 */
export async function* packageFiles(facts: PackageFacts, sums: Sums): AsyncGenerator<BagFile> {
  const sees = SEES[facts.profile];
  const sample = facts.examinationId ? await findSample(facts.examinationId) : null;
  yield textFile("README.txt", () => readmeText(facts, sees) + (sample ? readmeOfSample(sample) : ""));
  yield textFile("index.html", () => startPage(facts, { sees, sample }));
  const checkpoint = sees.history ? await readCheckpoint() : null;
  if (checkpoint) yield textFile("proofs/checkpoint.txt", () => checkpoint);
  const folders = sees.id ? await findFolders(facts.id) : new Map<string, string>();
  for (const index of sees.indexes) yield* indexPages(facts, { index, folders });
  yield* people(facts, { sees, folders });
  yield* records(facts, { sees, folders });
  if (sample) yield* sampleFiles(facts, sample, sums);
}

const startPage = (facts: PackageFacts, { sees, sample }: { sees: Sees; sample: SampleFacts | null }): string =>
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
      ...(sample ? factsOfSample(sample) : []),
    ])}
<ul>${[...sees.indexes.map((index) => link(`${index}-1.html`, INDEX_LABELS[index])), ...(sample ? SAMPLE_LINKS : [])]
      .map((item) => `<li>${item}</li>`)
      .join("")}</ul>
<p>${link("README.txt", "How to check this package")}</p>`,
  });

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
proofs included, offline. Download verify.mjs and copy the log's key from this page:

  ${baseUrl}/verify/ledger

Then run with Node 22.2 or later, beside the ZIP and its .sha256 file:

  node verify.mjs bag --key 'KEY' --sha256 PACKAGE.zip.sha256 PACKAGE.zip
`;
}
