import { conclude, staticChecks, unitTests } from "@/scripts/checks";

// Quick checks between commits: static checks, and the tests of uncommitted changes or of the named files. Campaigns take
// minutes and run in `npm test`.
const named = process.argv.slice(2);
const quick = named.length > 0 ? named : ["--changed", "--passWithNoTests", "--exclude", "**/*.campaign.test.ts"];
conclude([...(await staticChecks()), await unitTests({}, quick)]);
