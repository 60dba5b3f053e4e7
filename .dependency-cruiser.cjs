// The layers: requests move down through three of them, and nothing calls back up. Type imports count.

const outside = (...paths) => `^(${paths.join("|")})`;

// The files of a subject with only schemas, labels and texts: what pages may render with.
const WORDS = "schemas|mime-types|labels|states|roles|documents|countries|rejection-reasons|view-purposes";

// How a call is written as an example, for the reference and for pages that show a first call.
const EXAMPLES = "reference/(curl|examples)";

// What routes and pages may import from the platform layer directly. Not the database, jobs, mail, storage or Stripe,
// which belong to the layers in between.
const GROUND_FOR_APP =
  "brand|clock|crypto|duration|env|errors|ids|log|photo-places|photos|rate-limit/shared-limiter|request-context|wire";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      comment: "Two files that need each other are one file, or a third is missing. Types count.",
      severity: "error",
      from: {},
      to: { circular: true },
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
      name: "search-stands-alone",
      comment: "Search knows the tables of what it finds, and no other subject.",
      severity: "error",
      from: { path: "^lib/domain/search/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^lib/domain/", pathNot: "^lib/domain/search/" },
    },
    {
      name: "doors-ask-at-the-index",
      comment: "So does everything that is no subject. Words and the reference may be taken as they are.",
      severity: "error",
      from: {
        path: "^(app/|pages/|lib/background\\.ts$|proxy\\.ts$|server\\.ts$|worker\\.ts$)",
        pathNot: "\\.test\\.tsx?$",
      },
      to: {
        path: "^lib/domain/[^/]+/.+",
        pathNot: [`^lib/domain/.+/(index|${WORDS})\\.ts$`, "^lib/domain/[^/]+/[a-z-]+-schemas\\.ts$"],
      },
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
      comment:
        "Components import words, lengths of time, what text can be kept, and types; never the database, the environment or a verb.",
      severity: "error",
      from: { path: "^components/", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: [
          "^app/",
          `^lib/api/(?!${EXAMPLES}\\.ts$)`,
          `^lib/domain/(?!.+/(${WORDS})\\.ts$)`,
          "^lib/jobs\\.ts$",
          "^lib/platform/(?!(brand|duration|unstorable-text)\\.ts$)",
          "^lib/testing/",
          "^prisma/",
          "^scripts/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "components-know-no-pages",
      comment: "Not even types of app/, but for what the portal's data routes declare to answer.",
      severity: "error",
      from: { path: "^components/", pathNot: "\\.test\\.tsx?$" },
      to: { path: "^(app|pages)/", pathNot: "^app/api/portal/.+/route\\.ts$" },
    },
    {
      name: "words-are-only-words",
      comment: "What components may import of the floors must not bring the database or a verb along.",
      severity: "error",
      from: { path: [`^lib/domain/.+/(${WORDS})\\.ts$`, `^lib/api/${EXAMPLES}\\.ts$`] },
      to: {
        path: ["^lib/platform/(db|env|jobs|storage|crypto|log)", "^lib/domain/.+/[a-z]+-[a-z-]+\\.ts$"],
        pathNot: `/(${WORDS})\\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "doors-are-thin",
      comment: "A door takes little of the ground floor; what it has to do there, a verb of a subject does.",
      severity: "error",
      from: { path: "^(app/|pages/|proxy\\.ts$)", pathNot: "\\.test\\.tsx?$" },
      to: { path: [`^lib/platform/(?!(${GROUND_FOR_APP})\\.ts$)`, "^lib/jobs\\.ts$", "^scripts/"] },
    },
    {
      name: "peers-are-strangers",
      comment: "What stands in for somebody else's service knows nothing of ours.",
      severity: "error",
      from: { path: "^peers/" },
      to: { path: outside("app/", "components/", "lib/", "prisma/", "scripts/", "e2e/", "(server|worker|proxy)\\.ts") },
    },
    {
      name: "peers-are-reached-like-strangers",
      comment: "Over the network. Only the server, which starts them, and tests import one, through its index.",
      severity: "error",
      from: {
        path: "^(app|components|lib|pages|prisma|scripts|proxy|worker)",
        pathNot: ["\\.test\\.tsx?$", "^lib/testing/"],
      },
      to: { path: "^peers/" },
    },
    {
      name: "peers-meet-at-their-index",
      severity: "error",
      from: { pathNot: "^peers/" },
      to: { path: "^peers/[^/]+/.+", pathNot: "^peers/[^/]+/index\\.ts$" },
    },
    {
      name: "stripe-account-api-pages",
      comment: "The API and the pages act on the account and know nothing of each other.",
      severity: "error",
      from: { path: "^peers/stripe/(account|api|pages)/" },
      to: { path: "^peers/stripe/", pathNot: ["^peers/stripe/$1/", "^peers/stripe/account/index\\.ts$"] },
    },
    {
      name: "no-database-above-lib",
      comment: "Not even its types.",
      severity: "error",
      from: { path: "^(app/|components/|pages/|proxy\\.ts$)", pathNot: "\\.test\\.tsx?$" },
      to: { path: ["^prisma/", "^lib/platform/db\\.ts$", "node_modules/(@prisma|pg)/"] },
    },
    {
      name: "tests-tools-stay-in-tests",
      severity: "error",
      from: {
        path: "^(app|components|lib|pages|prisma|proxy|server|worker)",
        pathNot: ["\\.test\\.tsx?$", "^lib/testing/"],
      },
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
    // TypeScript 7 has no compiler API for other programs yet.
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
