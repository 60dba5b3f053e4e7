import { benchAddresses } from "@/scripts/bench/addresses";
import { benchApi } from "@/scripts/bench/api";
import { benchContent } from "@/scripts/bench/content";
import { benchContentCopies } from "@/scripts/bench/content-copies";
import { benchContentSearch } from "@/scripts/bench/content-search";
import { benchFairness } from "@/scripts/bench/fairness";
import { benchPackages } from "@/scripts/bench/packages";
import { benchProductions } from "@/scripts/bench/productions";
import { benchRemovalFilings } from "@/scripts/bench/removal-filings";
import { benchSceneRefusals } from "@/scripts/bench/scene-refusals";
import { benchScenes } from "@/scripts/bench/scenes";
import { benchSimilarImages } from "@/scripts/bench/similar-images";
import { benchWebhooks } from "@/scripts/bench/webhooks";
import { giveUp } from "@/scripts/progress.mjs";

// `certificates 20000` tries that benchmark with fewer productions.
const [name = "api", count] = process.argv.slice(2);
const certificates = () => benchProductions(Number(count) || undefined);

const BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  addresses: benchAddresses,
  api: benchApi,
  certificates,
  content: async () => [await benchContent(), await benchContentCopies(), await benchContentSearch()].join("\n\n"),
  "content-log": benchContent,
  "content-copies": benchContentCopies,
  "content-search": benchContentSearch,
  fairness: () => benchFairness(count),
  packages: benchPackages,
  productions: async () => [await certificates(), await benchPackages()].join("\n\n"),
  "removal-filings": benchRemovalFilings,
  "scene-refusals": benchSceneRefusals,
  scenes: benchScenes,
  "similar-images": () => benchSimilarImages(Number(count) || undefined),
  webhooks: benchWebhooks,
};

const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (!bench) giveUp(`Unknown benchmark "${name}". Choose one of: ${Object.keys(BENCHES).join(", ")}.`);
else {
  try {
    process.stdout.write(`${await bench()}\n`);
    process.exit(0);
  } catch (error) {
    giveUp(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
