import { Readable } from "node:stream";
import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { listLedgerKeys } from "@/lib/domain/core/transparency";
import { readPartnerFigures } from "@/lib/domain/removals";
import { bytesFile, textFile, writeBag } from "@/lib/platform/bag";
import { clock } from "@/lib/platform/clock";
import { hexOf, sha256, sha256Hex } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { type PdfContents, startPdf, utcText, writeMaker } from "@/lib/platform/pdf/document";
import { renderPdf } from "@/lib/platform/pdf/render-pdf";
import { currentSigningKey } from "@/lib/platform/signing/signing-key";
import { oneLine } from "@/lib/platform/wire";
import { getOpen } from "./access";
import { SAMPLE_VERSION, type Token } from "./draw";
import { viewExaminedPhoto } from "./files";
import { recordLook, whileOpen } from "./looks";
import { factsTable, link, pageText, safe, table } from "./pages";
import { type ExaminedRecord, viewExaminedRecord } from "./records";
import { type Drawing, dayOf, drawSample } from "./samples";

// The package of a sample: what its examiner would see by opening each drawn record and each portrait, which is also how it is read. So
// it has nothing that the examination doesn't show, each look is kept as any other, and nothing is stored that could be read later.

const TAKEDOWN_MONTHS = 12;

/**
 * The package of an examination's sample as a BagIt bag in a ZIP, for its examiner. Each record and portrait in it is a look. It stops
 * when the examination ends. Throws `NotFound`.
 */
export async function openSample(
  ctx: Ctx<ExaminerActor>,
): Promise<{ fileName: string; zip: ReadableStream<Uint8Array> }> {
  const { sampleId } = await getOpen(db, ctx);
  const drawing = sampleId ? await drawSample(sampleId) : null;
  if (!drawing) throw new NotFound();
  const { name: partnerName } = await db.partner.findUniqueOrThrow({
    where: { id: drawing.sample.partnerId },
    select: { name: true },
  });
  const records: Shown[] = [];
  for (const token of drawing.drawn) records.push(await readRecord(ctx, { ...token, number: records.length + 1 }));
  const facts = { drawing, partnerName, records, at: clock.now(), examinationId: ctx.actor.examinationId };
  const zip = Readable.toWeb(Readable.from(write(ctx, facts), { objectMode: false }));
  return { fileName: `sample-${drawing.sample.id}.zip`, zip: zip as ReadableStream<Uint8Array> };
}

type Viewed = Omit<ExaminedRecord, "history">;
/** A drawn record. Without `record`, it was erased, or a custodian took it out of the examination. */
type Shown = Token & { number: number; record: Viewed | null; scenes: Viewed[] };
type Facts = { drawing: Drawing; partnerName: string; records: Shown[]; at: Date; examinationId: string };

async function readRecord(ctx: Ctx<ExaminerActor>, token: Token & { number: number }): Promise<Shown> {
  const view = async (item: { kind: string; id: string }): Promise<Viewed | null> => {
    try {
      return await viewExaminedRecord(ctx, item);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      // Throws if the examination itself ended.
      await getOpen(db, ctx);
      return null;
    }
  };
  const record = await view(token);
  const scenes: Viewed[] = [];
  // A depiction's consents are those of the scenes that it was published from.
  for (const { kind, id } of record?.kind === "depiction" ? record.related : []) {
    const scene = kind === "scene" ? await view({ kind, id }) : null;
    if (scene) scenes.push(scene);
  }
  return { ...token, record, scenes };
}

const fileOf = ({ number }: { number: number }) => `records/${String(number).padStart(3, "0")}`;
const portraitOf = (checkId: string) => `portraits/${checkId}.jpg`;

const peopleOf = ({ record, scenes }: Shown) => [...(record?.people ?? []), ...scenes.flatMap(({ people }) => people)];

/** What a record's file says. No id of a person or an ID. */
function factsOf({ record, scenes, ...shown }: Shown) {
  const people = new Map(peopleOf({ record, scenes, ...shown }).map((one) => [one.userId, one]));
  const { number, kind, id, token, nonce } = shown;
  return {
    ...{ number, kind, id, token, nonce },
    shown: record !== null,
    ...(record && {
      ...{ title: record.title, producedOn: dayOf(record.productionDate), loggedAt: record.loggedAt },
      ...{ removedAt: record.removedAt, isErased: record.isErased },
    }),
    people: [...people.values()].map(({ legalName, verifiedAt, born, validUntil, photos, checkId }) => ({
      ...{ legalName, verifiedAt, born, idValidUntil: validUntil && dayOf(validUntil) },
      portrait: photos[0] && checkId ? { file: portraitOf(checkId), sha256: photos[0].sha256 } : null,
    })),
    consents: [...(record?.kind === "scene" ? [record] : []), ...scenes].flatMap(({ title, releases }) =>
      releases.map(({ userId, signedName, signedAt, consentedAt, textSha256 }) => ({
        ...{ scene: title, legalName: people.get(userId)?.legalName ?? null },
        ...{ signedName, signedAt, consentedAt, textSha256 },
      })),
    ),
    published: (record?.depictions ?? []).map(({ url, sha256: hash, publishedAt, removedAt }) => ({
      ...{ url, sha256: hash, publishedAt, removedAt },
    })),
  };
}
type RecordFacts = ReturnType<typeof factsOf>;

async function* write(ctx: Ctx<ExaminerActor>, facts: Facts): AsyncGenerator<Buffer> {
  const { drawing, records, partnerName, at, examinationId } = facts;
  const { sample, population, tree } = drawing;
  const told = records.map(factsOf);
  const period = { from: sample.fromDay, until: sample.untilDay, most: TAKEDOWN_MONTHS };
  const takedowns = await readPartnerFigures(sample.partnerId, period);
  const keys = (await listLedgerKeys()).map(({ verifierKey }) => verifierKey);
  const checks = new Set(
    records.flatMap((one) => peopleOf(one).flatMap(({ checkId, photos }) => (checkId && photos[0] ? checkId : []))),
  );
  const sums: string[] = [];
  const file = (path: string, body: Uint8Array | string | (() => Promise<Uint8Array>)) =>
    bytesFile(path, async () => {
      const bytes = typeof body === "function" ? await body() : Buffer.from(body);
      sums.push(`${sha256Hex(bytes)}  ${path}\n`);
      return bytes;
    });
  const json = (path: string, value: unknown) => file(path, JSON.stringify(value, null, 2));
  const contents = () => sums.join("");
  yield* writeBag({
    name: `sample-${sample.id}`,
    at,
    about: {
      description: `Sample ${sample.number} of the records of ${partnerName}`,
      id: sample.id,
      sender: examinationId,
    },
    files: [
      file("README.txt", readme(facts, keys)),
      file("index.html", indexPage(facts, told)),
      ...told.flatMap((one) => [json(`${fileOf(one)}.json`, one), file(`${fileOf(one)}.html`, recordPage(facts, one))]),
      ...[...checks].map((checkId) =>
        file(portraitOf(checkId), async () => (await viewExaminedPhoto(ctx, { checkId, kind: "person" })).jpeg),
      ),
      json("takedowns.json", takedowns),
      json("drawing/drawing.json", drawingOf(facts)),
      file("drawing/population.txt", population),
      file("drawing/asked.tlog-proof", tree.proof),
      textFile("contents.sha256", contents),
      bytesFile("summary.pdf", async () => {
        await keep(ctx, { title: `Sample ${sample.number}`, contents: contents() });
        return summary(facts, { told, portraits: checks.size, contents: contents() });
      }),
    ],
  });
}

/** Keeps that the package was downloaded, and what was in it. */
const keep = (ctx: Ctx<ExaminerActor>, { title, contents }: { title: string; contents: string }): Promise<void> =>
  whileOpen(ctx, (tx, examination) =>
    recordLook(tx, ctx, examination, {
      ...{ kind: "export", action: "examination.sample_downloaded", title, sha256: sha256(contents) },
      subject: { kind: "examination", id: examination.id },
    }),
  );

/** All that the drawing follows from, and what was drawn. */
function drawingOf({ drawing: { sample, drawn, seed, tree }, partnerName }: Facts) {
  return {
    version: SAMPLE_VERSION,
    ...{ sampleId: sample.id, number: sample.number, partner: partnerName, acquirer: sample.acquirer },
    ...{ phrase: sample.phrase, askedAt: sample.askedAt, basis: sample.basis },
    ...{ from: dayOf(sample.fromDay), until: dayOf(sample.untilDay), size: sample.size },
    ...{ population: sample.populationCount, populationSha256: hexOf(sample.populationSha256) },
    log: { origin: tree.origin, size: tree.size, root: hexOf(tree.root), at: tree.at },
    seed: hexOf(seed),
    drawn: drawn.map(({ token, nonce, kind, id }) => ({ token, nonce, kind, id })),
  };
}

const BASES = { produced: "produced", logged: "logged with us" } as const;

const aboutOf = ({ drawing: { sample }, partnerName, examinationId, at }: Facts) =>
  [
    ["Partner", partnerName],
    ["Acquirer", sample.acquirer],
    ["Records", `${BASES[sample.basis]} from ${dayOf(sample.fromDay)} to ${dayOf(sample.untilDay)}`],
    ["Drawn", `${Math.min(sample.size, sample.populationCount)} of ${sample.populationCount}`],
    ["Sample", `${sample.number} of this partner, ${sample.id}`],
    ["Asked for", utcText(sample.askedAt)],
    ["Examination", examinationId],
    ["Downloaded", utcText(at)],
  ] as const;

const readme = (facts: Facts, keys: readonly string[]): string => `SAMPLE OF RECORDS, DRAWN FOR AN ACQUIRER

${aboutOf(facts)
  .map(([label, value]) => `${label}: ${oneLine(value)}\n`)
  .join("")}
Open index.html in a browser. It needs no network. Of an ID it shows the name, the portrait, the year of birth and until when the ID is
valid.

Nobody chose these records. When the partner or a custodian asked for the sample, our ledger fixed the list of all records
(drawing/population.txt). The seed comes from the first root that our transparency log signed after that. To draw again, take verify.mjs
and draw.mjs of clients/ledger, which need no packages, and run:

  node draw.mjs ${keys.map((key) => `--key '${key}'`).join(" ")} drawing

Compare each --key with one that you know from elsewhere. We number the samples of each partner: ask to see the others, too.

summary.pdf is signed. It has the SHA-256 of contents.sha256, which has that of each other file. Check these with:

  sha256sum -c contents.sha256
`;

const markOf = ({ examinationId, drawing }: Facts): string =>
  `Examination ${examinationId}, for ${drawing.sample.acquirer}`;

/** A part of a page, whose cells are HTML. */
const part = (title: string, heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  `<h2>${title}</h2>${lines.length > 0 ? table(lines, heads) : "<p>None</p>"}`;

const timeOf = (at: Date | null | undefined) => (at ? utcText(at) : "–");
const titleOf = ({ shown, title }: RecordFacts) => (shown ? (title ?? "Untitled") : "Not shown: erased, or taken out");

function indexPage(facts: Facts, told: readonly RecordFacts[]): string {
  const records = told.map((one) => [
    ...[String(one.number), link(`${fileOf(one)}.html`, titleOf(one)), kindOf(one), one.producedOn ?? "–"],
    ...[String(one.people.length), String(one.consents.length)],
  ]);
  const files = [
    link("summary.pdf", "Signed summary"),
    link("takedowns.json", "Takedown figures"),
    link("drawing/drawing.json", "Drawing"),
  ];
  return pageText({
    mark: markOf(facts),
    title: `Sample ${facts.drawing.sample.number} of ${facts.partnerName}`,
    depth: 0,
    body: `${factsTable(aboutOf(facts))}
${part("Records", ["No.", "Title", "Kind", "Produced", "People", "Consents"], records)}
<ul>${files.map((file) => `<li>${file}</li>`).join("")}</ul>`,
  });
}

const kindOf = ({ kind }: RecordFacts) => (kind === "scene" ? "Scene" : "Depiction");

function recordPage(facts: Facts, one: RecordFacts): string {
  const people = one.people.map(({ portrait, legalName, born, verifiedAt, idValidUntil }) => [
    portrait ? `<img src="../${portrait.file}" alt="Portrait" width="128">` : "–",
    ...[legalName ?? "Not verified", born ?? "–", timeOf(verifiedAt), idValidUntil ?? "–"].map(safe),
  ]);
  const consents = one.consents.map(({ scene, legalName, signedName, signedAt, consentedAt, textSha256 }) =>
    [scene, legalName ?? "–", signedName ?? "–", timeOf(signedAt), timeOf(consentedAt), textSha256].map(safe),
  );
  const published = one.published.map(({ url, sha256: hash, publishedAt, removedAt }) =>
    [url ?? "–", hash ?? "–", timeOf(publishedAt), timeOf(removedAt)].map(safe),
  );
  return pageText({
    mark: markOf(facts),
    title: `${one.number}. ${titleOf(one)}`,
    depth: 1,
    body: [
      factsTable([
        ["Kind", kindOf(one)],
        ["Produced", one.producedOn ?? "–"],
        ["Logged", timeOf(one.loggedAt)],
        ["Removed", timeOf(one.removedAt)],
        ["Record", one.id],
        ["Drawn as", one.token],
      ]),
      part("People", ["Portrait", "Name", "Born", "Verified", "ID valid until"], people),
      part("Consents", ["Scene", "Name", "Signed as", "Signed", "Consented", "SHA-256 of the text"], consents),
      part("Published", ["URL", "SHA-256", "From", "Until"], published),
    ].join("\n"),
  });
}

type Counted = { told: readonly RecordFacts[]; portraits: number; contents: string };

/** The signed summary: what was counted, what it was drawn with, and the hash of the list of all files. */
async function summary(facts: Facts, { told, portraits, contents }: Counted): Promise<Buffer> {
  const { sample, seed, tree } = facts.drawing;
  const write = (): PdfContents => {
    const { pdf, page: pen } = startPdf({
      title: `Sample ${sample.number} of ${oneLine(facts.partnerName)}`,
      at: facts.at,
      files: [{ name: "contents.sha256", type: "text/plain", body: contents }],
      footer: `Sample ${sample.id}`,
    });
    pen.write("Sample of records for an acquirer", { font: "bold", size: 18, gap: 0 });
    for (const [label, value] of aboutOf(facts)) pen.field(label, value);
    pen.field("Records shown", `${told.filter(({ shown }) => shown).length} of ${told.length}`);
    pen.field("Portraits", String(portraits));
    pen.field("Consents", String(told.reduce((sum, { consents }) => sum + consents.length, 0)));
    pen.field("Acquirer’s phrase", sample.phrase || "None");
    pen.field("SHA-256 of the list of all records", hexOf(sample.populationSha256), "mono");
    pen.field(`Root of the log ${tree.origin} with ${tree.size} entries`, hexOf(tree.root), "mono");
    pen.field("Seed", hexOf(seed), "mono");
    pen.field("SHA-256 of contents.sha256, attached", sha256Hex(contents), "mono");
    writeMaker(pdf);
    return pdf;
  };
  const key = await currentSigningKey();
  return renderPdf({ whose: facts.examinationId, reason: "Summary of a sample", key, write });
}
