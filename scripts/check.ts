import { conclude, staticChecks, unitTests } from "@/scripts/checks";

// Quick checks between commits: static checks, and the tests of uncommitted changes or of the named files. Campaigns take
// minutes and run in `npm run test:long`.
const named = process.argv.slice(2);
const words = named.length > 0 ? named : ["--changed"];
conclude([...(await staticChecks()), await unitTests(named.length > 0 ? "any" : "usual", { words })]);
