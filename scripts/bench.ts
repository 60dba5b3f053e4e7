import { benchAddresses } from "@/scripts/bench/addresses";
import { benchApi } from "@/scripts/bench/api";
import { benchContent } from "@/scripts/bench/content";
import { benchContentCopies } from "@/scripts/bench/content-copies";
import { benchContentSearch } from "@/scripts/bench/content-search";
import { benchSceneRefusals } from "@/scripts/bench/scene-refusals";
import { benchScenes } from "@/scripts/bench/scenes";
import { benchWebhooks } from "@/scripts/bench/webhooks";
import { giveUp } from "@/scripts/progress.mjs";

const BENCHES: Readonly<Record<string, () => Promise<string>>> = {
  addresses: benchAddresses,
  api: benchApi,
  content: async () => [await benchContent(), await benchContentCopies(), await benchContentSearch()].join("\n\n"),
  "content-log": benchContent,
  "content-copies": benchContentCopies,
  "content-search": benchContentSearch,
  "scene-refusals": benchSceneRefusals,
  scenes: benchScenes,
  webhooks: benchWebhooks,
};

const [name = "api"] = process.argv.slice(2);
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
