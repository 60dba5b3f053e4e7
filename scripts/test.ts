import { buildPages, findBuild } from "@/scripts/build";
import { asOneCheck, conclude, journeys, staticChecks, type Tally, unitTests } from "@/scripts/checks";
import { giveUp, note } from "@/scripts/progress.mjs";
import { openRedis } from "@/scripts/redis";
import { stopping } from "@/scripts/stoppable-run";
import { runningInstance } from "./environment";

// Everything: what reads the code, the tests on a real PostgreSQL, a production build, the journeys in a browser.
const running = runningInstance();
if (running && !findBuild().isFresh) {
  giveUp(
    `The pages that process ${running.pid} serves would be built anew under it; stop it first: kill ${running.pid}`,
  );
}

const tallies: Tally[] = await staticChecks();
const redis = await openRedis();
note(
  redis ? "Redis is here: what needs one runs on it." : "No redis-server here: the tests that need Redis are left out.",
);
tallies.push(await unitTests(redis ? { REDIS_URL_TEST: redis.url } : {}));
await redis?.stop();

const build = findBuild();
const built = await asOneCheck(
  "Production build",
  async () => build.isFresh || (await buildPages(build, stopping.signal)),
);
tallies.push(built);
if (built.failed === 0) tallies.push(await journeys());
else note("The journeys in the browser are left out: there is no build for them.");
conclude(tallies);
