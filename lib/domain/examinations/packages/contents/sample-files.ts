import { listLedgerKeys } from "@/lib/domain/core/transparency";
import { readPartnerFigures } from "@/lib/domain/removals";
import { type BagFile, bytesFile, type Sums, textFile } from "@/lib/platform/bag";
import { hexOf, sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { type PdfContents, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { oneLine } from "@/lib/platform/wire";
import type { RecordPackageRecord } from "@/prisma/generated/client";
import { SAMPLE_VERSION } from "../../draw";
import { link, safe, table } from "../../pages";
import { readReleases } from "../../records";
import { type Drawing, drawSample } from "../../samples";
import { dayOf, jsonText, type PackageFacts, page, recordFolder } from "./package-pages";

// What the package of an acquirer's sample has beside its records: how they were drawn, takedown figures, and a signed summary.

const TAKEDOWN_MONTHS = 12;

/** A sample whose records a package has, and how to check that they were drawn. */
export type SampleFacts = Drawing & { partnerName: string; keys: readonly string[] };

/** The sample that an examination opens, or null for another examination. */
export async function findSample(examinationId: string): Promise<SampleFacts | null> {
  const found = await db.examination.findUnique({ where: { id: examinationId }, select: { sampleId: true } });
  const drawing = found?.sampleId ? await drawSample(found.sampleId) : null;
  if (!drawing) return null;
  const where = { id: drawing.sample.partnerId };
  const { name: partnerName } = await db.partner.findUniqueOrThrow({ where, select: { name: true } });
  return { ...drawing, partnerName, keys: (await listLedgerKeys()).map(({ verifierKey }) => verifierKey) };
}

const BASES = { produced: "produced", logged: "logged with us" } as const;

/** What was asked, with its labels. */
export const factsOfSample = ({ sample, partnerName }: SampleFacts) =>
  [
    ["Partner", partnerName],
    ["Acquirer", sample.acquirer],
    ["Days", `${BASES[sample.basis]} from ${dayOf(sample.fromDay)} to ${dayOf(sample.untilDay)}`],
    ["Drawn", `${Math.min(sample.size, sample.populationCount)} of ${sample.populationCount}`],
    ["Sample", `${sample.number} of this partner, ${sample.id}`],
    ["Asked for", utcText(sample.askedAt)],
  ] as const;

/** The links from the start page. */
export const SAMPLE_LINKS = [
  link("sample.html", "Drawn records"),
  link("summary.pdf", "Signed summary"),
  link("takedowns.json", "Takedown figures"),
  link("drawing/drawing.json", "Drawing"),
];

/** The part of README.txt that is about a sample. */
export const readmeOfSample = (sample: SampleFacts): string => `

THE SAMPLE

${factsOfSample(sample)
  .map(([label, value]) => `${label}: ${oneLine(value)}\n`)
  .join("")}
Nobody chose these records. When the partner or a custodian asked for the sample, our ledger fixed the list of all records
(drawing/population.txt). The seed comes from the first root that our transparency log signed after that. To draw again, download verify.mjs
and draw.mjs, which need no packages, from ${env().baseUrl}/verify/ledger, and run beside the folder drawing:

  node draw.mjs ${sample.keys.map((key) => `--key '${key}'`).join(" ")} drawing

Compare each --key with one that you know from elsewhere. We number the samples of each partner: ask to see the others, too.

summary.pdf is signed. It has the SHA-256 of contents.sha256, which has that of each other file. Check these with:

  sha256sum -c contents.sha256
`;

type Row = Pick<RecordPackageRecord, "n" | "kind" | "recordId" | "title" | "userIds">;

/** The files of a sample, after all others: the last one says which they are. `sums` gives their SHA-256, one a line. */
export async function* sampleFiles(facts: PackageFacts, sample: SampleFacts, sums: Sums): AsyncGenerator<BagFile> {
  const rows: Row[] = await db.recordPackageRecord.findMany({ where: { packageId: facts.id }, orderBy: { n: "asc" } });
  const { partnerId, fromDay: from, untilDay: until } = sample.sample;
  yield textFile("sample.html", () => drawnPage(facts, sample, rows));
  const takedowns = await readPartnerFigures(partnerId, { from, until, most: TAKEDOWN_MONTHS });
  yield textFile("takedowns.json", () => jsonText(takedowns));
  yield textFile("drawing/drawing.json", () => jsonText(drawingOf(sample)));
  yield textFile("drawing/population.txt", () => sample.population);
  yield textFile("drawing/asked.tlog-proof", () => sample.tree.proof);
  let [contents, portraits] = ["", 0];
  yield textFile("contents.sha256", () => {
    const all = sums();
    portraits = all.filter(({ path }) => path.endsWith("/person.jpg")).length;
    contents = all.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("");
    return contents;
  });
  yield bytesFile("summary.pdf", () => summary(facts, sample, { rows, portraits, contents }));
}

/** The records in the order in which they were drawn. One that was erased since, or that a custodian took out, is named but not shown. */
function drawnPage(facts: PackageFacts, { sample, drawn, partnerName }: SampleFacts, rows: readonly Row[]): string {
  const rowOf = new Map(rows.map((row) => [row.recordId, row]));
  const lines = drawn.map(({ kind, id, token }, n) => {
    const row = rowOf.get(id);
    const title = row ? link(`${recordFolder(row)}/record.html`, row.title) : "Not shown: erased, or taken out";
    return [`${n + 1}`, title, kind === "scene" ? "Scene" : "Depiction", safe(id), safe(token)];
  });
  return page(facts, {
    title: `Sample ${sample.number} of ${partnerName}`,
    depth: 0,
    body: table(lines, ["No.", "Title", "Kind", "Record", "Drawn as"]),
  });
}

/** All that the drawing follows from, and what was drawn. */
const drawingOf = ({ sample, drawn, seed, tree, partnerName }: SampleFacts) => ({
  version: SAMPLE_VERSION,
  ...{ sampleId: sample.id, number: sample.number, partner: partnerName, acquirer: sample.acquirer },
  ...{ phrase: sample.phrase, askedAt: sample.askedAt, basis: sample.basis },
  ...{ from: dayOf(sample.fromDay), until: dayOf(sample.untilDay), size: sample.size },
  ...{ population: sample.populationCount, populationSha256: hexOf(sample.populationSha256) },
  log: { origin: tree.origin, size: tree.size, root: hexOf(tree.root), at: tree.at },
  seed: hexOf(seed),
  drawn: drawn.map(({ token, nonce, kind, id }) => ({ token, nonce, kind, id })),
});

type Counted = { rows: readonly Row[]; portraits: number; contents: string };

/** The signed summary: what was counted, what it was drawn with, and the hash of the list of all files. */
async function summary(facts: PackageFacts, all: SampleFacts, { rows, portraits, contents }: Counted): Promise<Buffer> {
  const { sample, drawn, seed, tree, partnerName } = all;
  const shown = new Set(rows.map(({ recordId }) => recordId));
  const scenes = rows
    .filter(({ kind }) => kind === "scene")
    .map(({ recordId, userIds }) => [recordId, userIds] as const);
  const consents = [...(await readReleases(db, new Map(scenes))).values()].flat().length;
  const write = (): PdfContents => {
    const { pdf, page: pen } = startPdf({
      title: `Sample ${sample.number} of ${oneLine(partnerName)}`,
      at: facts.at,
      files: [{ name: "contents.sha256", type: "text/plain", body: contents }],
      footer: `Sample ${sample.id}`,
    });
    pen.write("Sample of records for an acquirer", { font: "bold", size: 18, gap: 0 });
    for (const [label, value] of factsOfSample(all)) pen.field(label, value);
    if (facts.examinationId) pen.field("Examination", facts.examinationId);
    pen.field("Package", `${facts.id}, ${utcText(facts.at)}`);
    pen.field("Records shown", `${drawn.filter(({ id }) => shown.has(id)).length} of ${drawn.length}`);
    pen.field("Portraits", String(portraits));
    pen.field("Consents", String(consents));
    pen.field("Acquirer’s phrase", sample.phrase || "None");
    pen.field("SHA-256 of the list of all records", hexOf(sample.populationSha256), "mono");
    pen.field(`Root of the log ${tree.origin} with ${tree.size} entries`, hexOf(tree.root), "mono");
    pen.field("Seed", hexOf(seed), "mono");
    pen.field("SHA-256 of contents.sha256, attached", sha256Hex(contents), "mono");
    writeMaker(pdf);
    return pdf;
  };
  const key = await currentSigningKey();
  return renderPdf({ whose: facts.id, reason: "Summary of a sample", key, write });
}
