// The layers: requests move down through three of them, and nothing calls back up. Type imports count.

const { existsSync, globSync } = require("node:fs");

const anyOf = (...paths) => `^(${paths.join("|")})`;

// The files of a subject with only schemas, labels and texts: what pages may render with.
const WORDS =
  "capture-quality|document-edges|schemas|mime-types|labels|states|roles|scopes|documents|countries|rejection-reasons|view-purposes";

// How a call is written as an example, for the reference and for pages that show a first call.
const EXAMPLES = "reference/(curl|examples)";

// What routes and pages may import from the platform layer directly. Not the database, jobs, mail, storage or Stripe,
// which belong to the layers below.
const PLATFORM_FOR_APP =
  "brand|clock|crypto|date-text|duration|env|errors|ids|log|photo-places|photos|rate-limit/shared-limiter|request-context|wire";

const TESTS = "\\.test\\.tsx?$";

// The rooms of lib/domain from the ground up: each may import the ones before it.
const ROOMS = [
  "core",
  "acts",
  "parties",
  "events",
  "custody",
  "identity",
  "accounts",
  "billing",
  "records",
  "scenes",
  "creators",
  "productions",
  "removals",
  "examinations",
  "readiness",
  "rehearsals",
];

// Rooms, and folders in rooms, that are entered by their index.
const MODULES = globSync("lib/domain/{*,*/*}/index.ts").map((file) => file.slice(0, -"/index.ts".length));

// Files of the other rooms that are entered as they are.
const OWN_FILES = ROOMS.filter((room) => !existsSync(`lib/domain/${room}/index.ts`));
const FILE_OF_ROOM = `lib/domain/(${OWN_FILES.join("|")})/[a-z-]+\\.ts$`;

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circular-imports",
      comment: "Merge two files that import each other, or extract a third. Type imports count.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "platform-imports-only-platform",
      severity: "error",
      from: { path: "^lib/platform/", pathNot: TESTS },
      to: {
        path: anyOf(
          "app/",
          "components/",
          "lib/api/",
          "lib/domain/",
          "lib/master-key/",
          "lib/testing/",
          "lib/jobs",
          "scripts/",
        ),
      },
    },
    {
      name: "domain-imports-no-transport",
      severity: "error",
      from: { path: "^lib/domain/", pathNot: TESTS },
      to: {
        path: anyOf(
          "app/",
          "components/",
          "lib/(api|master-key|testing)/",
          "lib/(background|jobs)",
          "scripts/",
          "node_modules/next/",
        ),
      },
    },
    ...ROOMS.map((room, place) => ({
      name: "rooms-import-lower-rooms",
      comment: `Of the other rooms, ${room} imports only lower ones. See ROOMS.`,
      severity: "error",
      from: { path: `^lib/domain/${room}/`, pathNot: TESTS },
      to: { path: "^lib/domain/", pathNot: `^lib/domain/(${ROOMS.slice(0, place + 1).join("|")})/` },
    })),
    {
      name: "files-stay-in-rooms",
      severity: "error",
      from: {},
      to: { path: "^lib/domain/", pathNot: `^lib/domain/(${ROOMS.join("|")})/` },
    },
    ...MODULES.map((folder) => ({
      name: "modules-import-an-index",
      comment: `Enter ${folder} through its index.ts.`,
      severity: "error",
      from: { path: "^lib/domain/", pathNot: [`^${folder}/`, TESTS] },
      to: {
        path: `^${folder}/`,
        pathNot: [
          `^${folder}/(index|schemas)\\.ts$`,
          ...MODULES.filter((each) => each.startsWith(`${folder}/`)).map((each) => `^${each}/`),
        ],
      },
    })),
    {
      name: "search-imports-no-subject",
      comment: "Search reads the tables it searches, and imports no other subject.",
      severity: "error",
      from: { path: "^lib/domain/records/search/", pathNot: TESTS },
      to: { path: "^lib/domain/", pathNot: "^lib/domain/records/search/" },
    },
    {
      name: "entry-points-import-an-index",
      comment: "Routes, pages and processes import subjects through index.ts too, except for their schemas and labels.",
      severity: "error",
      from: {
        path: "^(app/|pages/|lib/background\\.ts$|lib/master-key/|proxy\\.ts$|server\\.ts$|worker\\.ts$)",
        pathNot: TESTS,
      },
      to: {
        path: "^lib/domain/",
        pathNot: [
          `^lib/domain/.+/(index|${WORDS})\\.ts$`,
          "^lib/domain/[^/]+/[a-z-]+-schemas\\.ts$",
          `^${FILE_OF_ROOM}`,
        ],
      },
    },
    {
      name: "api-imports-keys-only",
      severity: "error",
      from: { path: "^lib/api/", pathNot: TESTS },
      to: {
        path: anyOf(
          "app/",
          "components/",
          "lib/domain/(?!parties/keys/|core/(context|lists/))",
          "lib/(master-key|testing)/",
          "scripts/",
          "node_modules/next/",
        ),
      },
    },
    {
      name: "components-only-render",
      comment:
        "Components import labels, dates, durations, text checks and types, but never the database, the environment or a verb.",
      severity: "error",
      from: { path: "^components/", pathNot: TESTS },
      to: {
        path: [
          "^app/",
          `^lib/api/(?!${EXAMPLES}\\.ts$)`,
          `^lib/domain/(?!.+/(${WORDS})\\.ts$)`,
          "^lib/jobs\\.ts$",
          "^lib/platform/(?!(brand|date-text|duration|pictures/pdq|unstorable-text)\\.ts$)",
          "^lib/testing/",
          "^prisma/",
          "^scripts/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "components-lie-in-rooms",
      comment: "Folders of components/ are rooms, or what pages of several rooms are drawn with.",
      severity: "error",
      from: {},
      to: { path: "^components/", pathNot: `^components/(${ROOMS.join("|")}|api|desk|lists|live|overview|shell|ui)/` },
    },
    {
      name: "components-import-no-pages",
      comment: "Not even types of app/, except the responses of the portal's data routes.",
      severity: "error",
      from: { path: "^components/", pathNot: TESTS },
      to: { path: "^(app|pages)/", pathNot: "^app/api/portal/.+/route\\.ts$" },
    },
    {
      name: "words-import-only-words",
      comment: "Files that components may import must not import the database or a verb.",
      severity: "error",
      from: { path: [`^lib/domain/.+/(${WORDS})\\.ts$`, `^lib/api/${EXAMPLES}\\.ts$`] },
      to: {
        path: ["^lib/platform/(db|env|jobs|storage|crypto|log)", "^lib/domain/.+/[a-z]+-[a-z-]+\\.ts$"],
        pathNot: `/(${WORDS})\\.ts$`,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "picture-hashes-run-anywhere",
      comment: "Browsers and partners' programs compute the same hash, so it needs nothing else.",
      severity: "error",
      from: { path: "^lib/platform/pictures/pdq\\.ts$" },
      to: {},
    },
    {
      name: "entry-points-are-thin",
      comment: "Routes and pages import little of the platform layer and leave the work to a subject's verb.",
      severity: "error",
      from: { path: "^(app/|pages/|proxy\\.ts$)", pathNot: TESTS },
      to: { path: [`^lib/platform/(?!(${PLATFORM_FOR_APP})\\.ts$)`, "^lib/jobs\\.ts$", "^scripts/"] },
    },
    {
      name: "peers-import-nothing-of-ours",
      comment: "A stand-in for an outside service knows nothing about ours.",
      severity: "error",
      from: { path: "^peers/" },
      to: { path: anyOf("app/", "components/", "lib/", "prisma/", "scripts/", "e2e/", "(server|worker|proxy)\\.ts") },
    },
    {
      name: "clients-import-nothing-of-ours",
      comment: "Partners get these programs alone. Tests run them against the service.",
      severity: "error",
      from: { path: "^clients/", pathNot: TESTS },
      to: {
        path: anyOf(
          "app/",
          "components/",
          "e2e/",
          "lib/",
          "peers/",
          "prisma/",
          "scripts/",
          "(server|worker|proxy)\\.ts",
        ),
      },
    },
    {
      name: "peers-are-called-over-the-network",
      comment: "Only the server and the demo, which start them, and tests import a stand-in, through its index.",
      severity: "error",
      from: {
        path: "^(app|components|lib|pages|prisma|scripts|proxy|worker)",
        pathNot: [TESTS, "^lib/testing/", "^scripts/demo/world\\.ts$"],
      },
      to: { path: "^peers/" },
    },
    {
      name: "peers-import-an-index",
      severity: "error",
      from: { pathNot: "^peers/" },
      to: { path: "^peers/[^/]+/.+", pathNot: "^peers/[^/]+/index\\.ts$" },
    },
    {
      name: "stripe-account-api-pages",
      comment: "The API and the pages change the account, and don't import each other.",
      severity: "error",
      from: { path: "^peers/stripe/(account|api|pages)/" },
      to: { path: "^peers/stripe/", pathNot: ["^peers/stripe/$1/", "^peers/stripe/account/index\\.ts$"] },
    },
    {
      name: "no-database-above-lib",
      comment: "Not even its types.",
      severity: "error",
      from: { path: "^(app/|components/|pages/|proxy\\.ts$)", pathNot: TESTS },
      to: { path: ["^prisma/", "^lib/platform/db\\.ts$", "node_modules/(@prisma|pg)/"] },
    },
    {
      name: "test-tools-stay-in-tests",
      severity: "error",
      from: {
        path: "^(app|components|lib|pages|prisma|proxy|server|worker)",
        pathNot: [TESTS, "^lib/testing/"],
      },
      to: { path: "^lib/testing/" },
    },
    {
      name: "random-sequences-have-the-seed",
      severity: "error",
      from: { pathNot: "^lib/testing/random\\.ts$" },
      to: { path: "node_modules/fast-check/" },
    },
    {
      name: "no-unresolved-imports",
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
