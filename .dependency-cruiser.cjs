// The walls of the house: requests move downward through three floors, and nothing calls back up. Imports of types count.

const outside = (...paths) => `^(${paths.join("|")})`;

// The files of a subject that hold only schemas, labels and other words: what an interface may draw with.
const WORDS = "schemas|labels|states|roles|documents|countries|attestation|rejection-reasons|view-purposes";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      comment: "Two files that need each other are one file, or a third is missing.",
      severity: "error",
      from: {},
      // A type that comes back the other way is erased before anything runs.
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "platform-knows-nothing-above",
      severity: "error",
      from: { path: "^lib/platform/", pathNot: "\\.test\\.tsx?$" },
      to: { path: outside("app/", "components/", "lib/api/", "lib/domain/", "lib/testing/", "lib/jobs", "scripts/") },
    },
    {
      name: "domain-knows-no-transport",
      severity: "error",
      from: { path: "^lib/domain/", pathNot: "\\.test\\.tsx?$" },
      to: { path: outside("app/", "components/", "lib/api/", "lib/testing/", "scripts/", "node_modules/next/") },
    },
    {
      name: "subjects-meet-at-their-index",
      comment: "Another subject is used through its index.ts, never through its files.",
      severity: "error",
      from: { path: "^lib/domain/([^/]+)/.+", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^lib/domain/[^/]+/.+", pathNot: ["^lib/domain/$1/", "^lib/domain/[^/]+/(index|schemas)\\.ts$"] },
    },
    {
      name: "transport-knows-keys-only",
      severity: "error",
      from: { path: "^lib/api/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: outside(
          "app/",
          "components/",
          "lib/domain/(?!keys/|context)",
          "lib/testing/",
          "scripts/",
          "node_modules/next/",
        ),
      },
    },
    {
      name: "components-draw",
      comment: "Components import types, schemas and labels; never the database, the environment or a verb.",
      severity: "error",
      from: { path: "^components/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: ["^lib/platform/(?!brand)", `^lib/domain/(?!.+/(${WORDS})\\.ts$)`, "^lib/testing/", "^prisma/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "words-are-only-words",
      comment: "What components may import of a subject must not bring the database or a verb along.",
      severity: "error",
      from: { path: `^lib/domain/.+/(${WORDS})\\.ts$` },
      to: {
        path: ["^lib/platform/(db|env|jobs|storage|crypto|log)", "^lib/domain/.+/[a-z]+-[a-z-]+\\.ts$"],
        pathNot: `/(${WORDS})\\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "no-database-above-lib",
      severity: "error",
      from: { path: "^(app|components)/", pathNot: "\\.test\\.tsx?$" },
      to: { path: ["^prisma/", "^lib/platform/db", "node_modules/(@prisma|pg)/"] },
    },
    {
      name: "tests-tools-stay-in-tests",
      severity: "error",
      from: { path: "^(app|components|lib|prisma|server|worker)", pathNot: ["\\.test\\.tsx?$", "^lib/testing/"] },
      to: { path: "^lib/testing/" },
    },
    {
      name: "nothing-missing",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // TypeScript 7 has no compiler interface for other programs yet.
    parser: "swc",
    doNotFollow: { path: ["node_modules", "^prisma/generated"] },
    exclude: { path: ["^\\.next", "^dist", "^\\.data"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".d.ts"],
    },
    progress: { type: "none" },
  },
};
