import { conclude, staticChecks, unitTests } from "@/scripts/checks";

// The quick part, for between two commits: what reads the code, and the tests that need neither a build nor a browser.
conclude([...(await staticChecks()), await unitTests({}, process.argv.slice(2))]);
