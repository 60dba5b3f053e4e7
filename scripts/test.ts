import { buildPages, findBuild } from "@/scripts/build";
import { asOneCheck, conclude, journeys, staticChecks, type Tally, unitTests } from "@/scripts/checks";
import { giveUp, note } from "@/scripts/progress.mjs";
import { openRedis } from "@/scripts/redis";
import { stopping } from "@/scripts/stoppable-run";
import { runningInstance } from "./environment";

// Everything: static checks, tests on a real PostgreSQL, a production build, and browser journeys.
const running = runningInstance();
if (running && !findBuild().isFresh) {
  giveUp(
    `The pages that process ${running.pid} serves would be rebuilt while it runs; stop it first: kill ${running.pid}`,
  );
}

const tallies: Tally[] = await staticChecks();
const redis = await openRedis();
note(redis ? "Running the Redis tests too." : "No redis-server found: skipping the tests that need Redis.");
tallies.push(await unitTests(redis ? { REDIS_URL_TEST: redis.url } : {}));
await redis?.stop();

const build = findBuild();
const built = await asOneCheck(
  "Production build",
  async () => build.isFresh || (await buildPages(build, stopping.signal)),
);
tallies.push(built);
if (built.failed === 0) tallies.push(await journeys());
else note("Skipping the browser journeys: there is no build.");
conclude(tallies);
