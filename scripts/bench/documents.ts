import sharp from "sharp";
import { assessDocument } from "@/lib/domain/identity/capture-quality";
import type { DocumentText } from "@/lib/platform/documents/mrz";
import { readDocument } from "@/lib/platform/documents/read-document";
import { preparePhoto } from "@/lib/platform/photos";
import { cards, licenses, photograph, type Shot, type Specimen } from "@/lib/testing/specimens";
import { note } from "@/scripts/progress.mjs";
import { type Bench, median, type Row, share, timed, verdict } from "./measure";

const GOOD: Record<string, Shot> = {
  straight: {},
  turned: { turn: 90, skew: 2 },
  "upside down": { turn: 180, skew: -3 },
  "on its other side": { turn: 270, skew: 4 },
  "farther away": { fill: 0.7, skew: -5 },
};
const BAD: Record<string, Shot> = {
  dark: { light: 0.25 },
  glaring: { glare: true },
  cropped: { cut: 0.15 },
  blurred: { blur: 9 },
};

const isRight = (read: DocumentText | null, { says }: Specimen): boolean =>
  read?.name === says.name &&
  read.birthDate === says.birth &&
  read.number === says.number &&
  read.expiryDate === says.expiry &&
  read.issuer === says.country &&
  read.state === (says.state ?? null);

type Tally = { met: number; of: number };
const tally = (): Tally => ({ met: 0, of: 0 });

/** Takes photos of rendered documents, and counts what capture refuses and what is read right. */
export async function benchDocuments({ short }: Bench): Promise<Row[]> {
  const zones = short ? cards().slice(0, 2) : cards();
  const codes = short ? [] : await licenses();
  const seconds: number[] = [];
  const counts = { mrz: tally(), pdf417: tally(), taken: tally(), refused: tally(), silent: tally() };
  const count = (what: keyof typeof counts, isMet: boolean) => {
    counts[what].of++;
    if (isMet) counts[what].met++;
  };
  const read = async (photo: Buffer) => {
    const { jpeg } = await preparePhoto(photo);
    let text: DocumentText | null = null;
    seconds.push((await timed(async () => (text = await readDocument({ photos: [jpeg] })))) / 1000);
    return text as DocumentText | null;
  };
  for (const specimen of [...zones, ...codes]) {
    for (const [name, shot] of Object.entries(GOOD)) {
      const photo = await photograph(specimen, shot);
      const text = await read(photo);
      const isTaken = (await assess(photo)).ok;
      count("taken", isTaken);
      count(specimen.kind === "PDF417" ? "pdf417" : "mrz", isRight(text, specimen));
      if (!isTaken || !isRight(text, specimen))
        note(`${specimen.name} ${name}: ${isTaken ? "" : "refused, "}${JSON.stringify(text)}`);
    }
    for (const [name, shot] of Object.entries(BAD)) {
      const photo = await photograph(specimen, shot);
      const { ok } = await assess(photo);
      count("refused", !ok);
      if (ok) note(`${specimen.name} ${name}: not refused`);
      // What a bad photo says is right or nothing.
      const text = await read(photo);
      count("silent", text === null || isRight(text, specimen));
    }
  }
  const row = (what: string, { met, of }: Tally, atLeast: number): Row => {
    const part = of === 0 ? 100 : (met / of) * 100;
    return [what, `${met} of ${of}`, "", `${part.toFixed(0)} %`, verdict(part, { atLeast, unit: " %" })];
  };
  return [
    row("machine-readable zones right, of good photos", counts.mrz, 95),
    row("barcodes of licenses right, of good photos", counts.pdf417, 95),
    row("good photos that capture takes", counts.taken, 95),
    row("dark, glaring, cropped and blurred photos that capture refuses", counts.refused, 95),
    row("bad photos that say nothing wrong", counts.silent, 100),
    [
      "seconds to read a photo, median",
      median(seconds).toFixed(1),
      "",
      "",
      verdict(median(seconds), { atMost: 3, unit: " s" }),
    ],
    ["seconds to read a photo, 95 %", share(seconds, 0.95).toFixed(1), "", "", ""],
    ["memory of the process, MB", (process.memoryUsage().rss / 2 ** 20).toFixed(0), "", "", ""],
  ];
}

async function assess(photo: Buffer) {
  const { data, info } = await sharp(photo)
    .resize(1280, 1280, { fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return assessDocument({ data, width: info.width, height: info.height });
}
