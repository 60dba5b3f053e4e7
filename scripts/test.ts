import { asOneCheck, conclude, journeys, type Part, staticChecks, type Tally, unitTests } from "@/scripts/checks";
import { buildPages, findBuild } from "@/scripts/pages";
import { giveUp, note } from "@/scripts/progress.mjs";
import { openRedis } from "@/scripts/redis";
import { stopping } from "@/scripts/stoppable-run";
import { runningInstance } from "./environment";

// `npm test`: static checks, tests on a real PostgreSQL, a production build, and a browser journey for each desk. `--long`, as in
// `npm run test:long`: campaigns and every journey. `--all`: both. Named files run alone, whichever they belong to.
const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith("--"));
const part: Part = named.length > 0 || words.includes("--all") ? "any" : words.includes("--long") ? "long" : "usual";

const running = runningInstance();
if (running && !findBuild().isFresh) {
  giveUp(
    `The pages that process ${running.pid} serves would be rebuilt while it runs; stop it first: kill ${running.pid}`,
  );
}

const checked = named.length > 0 || part === "long" ? [] : await staticChecks();
conclude([...checked, ...(await ruleTests()), ...(await journeyTests())]);

async function ruleTests(): Promise<Tally[]> {
  const files = named.filter((name) => !isJourney(name));
  if (named.length > 0 && files.length === 0) return [];
  const redis = await openRedis();
  note(redis ? "Running the Redis tests too." : "No redis-server found: skipping the tests that need Redis.");
  const tally = await unitTests(part, { variables: redis ? { REDIS_URL_TEST: redis.url } : {}, words: files });
  await redis?.stop();
  return [tally];
}

async function journeyTests(): Promise<Tally[]> {
  const files = named.filter(isJourney);
  if (named.length > 0 && files.length === 0) return [];
  const build = findBuild();
  const built = build.isFresh
    ? []
    : [await asOneCheck("Production build", () => buildPages(build, { signal: stopping.signal }))];
  if (built.every(({ failed }) => failed === 0)) return [...built, await journeys(part, files)];
  note("Skipping the browser journeys: there is no build.");
  return built;
}

function isJourney(name: string): boolean {
  return name.startsWith("e2e/");
}
