import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build as bundle, stop } from "esbuild";
import { serverBundle } from "@/scripts/bundle.mjs";
import { buildPages, findBuild } from "@/scripts/pages";
import { giveUp, note, step } from "@/scripts/progress.mjs";

// `npm run build [folder]`: everything that a node runs, in one folder, by default `build`. It needs no network, no compiler and no
// write access there: `npm run serve`, `npm run ops`.

const folder = resolve(process.argv[2] ?? "build");
const PROGRAMS = ["server.ts", "worker.ts", "scripts/ops.ts", "scripts/database.ts", "scripts/secrets.ts"];
const COPIES = [
  "package.json",
  "package-lock.json",
  ".npmrc",
  "next.config.mjs",
  "public",
  "prisma/schema.prisma",
  "prisma/migrations",
  "scripts/bootstrap.mjs",
  "scripts/bundle.mjs",
  "scripts/progress.mjs",
  // Threads start from these files.
  "lib/platform/pdf/render-thread.ts",
  "lib/platform/documents",
  "lib/platform/heic-thread.ts",
];
// What only a further build uses.
const LEFT_OUT = /^\.next\/(cache|dev|diagnostics|types|trace.*|build|.*\.nft\.json)$/;

if (existsSync(folder) && !existsSync(join(folder, "dist", "built"))) {
  giveUp(`${folder} exists and is no build; move it away, or name another folder: npm run build -- FOLDER`);
}
const pages = findBuild();
if (!pages.isFresh) await step("Building the pages", (tell) => buildPages(pages, { tell }));
rmSync(folder, { recursive: true, force: true });
await step("Bundling the programs", async () => {
  await bundle({ ...serverBundle(PROGRAMS), outdir: join(folder, "dist") });
  await stop();
});
for (const path of COPIES) cpSync(path, join(folder, path), { recursive: true });
cpSync(pages.folder, join(folder, ".next"), {
  recursive: true,
  verbatimSymlinks: true,
  filter: (path) => !LEFT_OUT.test(path.replaceAll("\\", "/")),
});
await step("Installing its packages", () =>
  promisify(execFile)("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-progress"], { cwd: folder }),
);
mkdirSync(join(folder, "dist"), { recursive: true });
writeFileSync(join(folder, "dist", "built"), `${pages.mark}\n`);
note(`Built ${folder}. It holds no secret; copy it to every node (docs/several-nodes.md).`);
