import { conclude, staticChecks, unitTests } from "@/scripts/checks";

// For between two commits: what reads the code, and the tests that uncommitted changes affect, or those named. Campaigns
// (crashes, random sequences, indistinguishable answers) take minutes and run with everything else, by `npm test`.
const named = process.argv.slice(2);
const quick = named.length > 0 ? named : ["--changed", "--passWithNoTests", "--exclude", "**/*.campaign.test.ts"];
conclude([...(await staticChecks()), await unitTests({}, quick)]);
