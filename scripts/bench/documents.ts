import { assessDocument } from "@/lib/domain/identity/capture-quality";
import { readDocument, UnreadableDocument } from "@/lib/platform/documents/read-document";
import { preparePhoto } from "@/lib/platform/photos";
import {
  BAD_SHOTS,
  cards,
  GOOD_SHOTS,
  isRight,
  licenses,
  photograph,
  pixelsOf,
  type Shot,
  type Specimen,
} from "@/lib/testing/specimens";
import { note } from "@/scripts/progress.mjs";
import { type Bench, median, type Row, share, timed, verdict } from "./measure";

const KINDS = { TD3: "passports", TD1: "ID cards", PDF417: "US licenses" } as const;

/** Takes photos of rendered documents, and counts what capture takes and refuses, and what is read right. */
export async function benchDocuments({ short }: Bench): Promise<Row[]> {
  const specimens = short ? cards().slice(0, 2) : [...cards(), ...(await licenses())];
  const seconds: number[] = [];
  const counts = new Map<string, { met: number; of: number; atLeast: number }>();
  const count = (what: string, isMet: boolean, atLeast: number) => {
    const tally = counts.get(what) ?? { met: 0, of: 0, atLeast };
    counts.set(what, { ...tally, met: tally.met + Number(isMet), of: tally.of + 1 });
  };
  const look = async (specimen: Specimen, shot: Shot) => {
    const photo = await photograph(specimen, shot);
    const { problem } = assessDocument(await pixelsOf(photo));
    const { jpeg } = await preparePhoto(photo, "bench");
    let text: Awaited<ReturnType<typeof readDocument>> = null;
    const read = async () => {
      text = await readDocument({ photos: [jpeg] }).catch((error: unknown) => {
        // A reading that took too long counts as one that says nothing.
        if (!(error instanceof UnreadableDocument)) throw error;
        note(`${specimen.name}: ${error.message}`);
        return null;
      });
    };
    seconds.push((await timed(read)) / 1000);
    return { problem, text, right: isRight(text, specimen) };
  };
  for (const specimen of specimens) {
    const kind = KINDS[specimen.kind];
    for (const [name, shot] of Object.entries(GOOD_SHOTS)) {
      const { problem, text, right } = await look(specimen, shot);
      count(`good photos of ${kind} that capture takes`, problem === null, 100);
      count(`good photos of ${kind} that are read right`, right, 95);
      if (problem || !right) note(`${specimen.name} ${name}: ${problem ?? "taken"}, ${JSON.stringify(text)}`);
    }
    for (const [name, shot] of Object.entries(BAD_SHOTS)) {
      const { problem, text, right } = await look(specimen, shot);
      count(`bad photos of ${kind} that capture refuses`, problem !== null, 100);
      count("bad photos that are read right or not at all", text === null || right, 100);
      if (!problem || !(text === null || right))
        note(`${specimen.name} ${name}: ${problem ?? "taken"}, ${JSON.stringify(text)}`);
    }
  }
  const times = { median: median(seconds), most: share(seconds, 0.95) };
  return [
    ...[...counts].toSorted().map(([what, { met, of, atLeast }]): Row => {
      const part = (met / of) * 100;
      return [what, `${met} of ${of}`, "", `${part.toFixed(0)} %`, verdict(part, { atLeast, unit: " %" })];
    }),
    [
      "seconds to read a photo, median",
      times.median.toFixed(1),
      "",
      "",
      verdict(times.median, { atMost: 3, unit: " s" }),
    ],
    ["seconds to read a photo, 95 %", times.most.toFixed(1), "", "", ""],
    ["memory of the process, MB", (process.memoryUsage().rss / 2 ** 20).toFixed(0), "", "", ""],
  ];
}
