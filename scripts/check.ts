import { conclude, staticChecks, unitTests } from "@/scripts/checks";

// For between two commits: what reads the code, and the tests that need neither a build nor a browser. Campaigns (crashes,
// random sequences, indistinguishable answers) take minutes and run with everything else, by `npm test`.
const words = process.argv.slice(2);
const quick = words.length > 0 ? words : ["--exclude", "**/*.campaign.test.ts"];
conclude([...(await staticChecks()), await unitTests({}, quick)]);
