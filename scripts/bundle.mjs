// Bundles TypeScript for Node: one file per entry, with packages external. And tells whether build output matches its sources, by
// content, because checkouts and copies change file times.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** esbuild's options for these entries. */
export function serverBundle(entryPoints) {
  return {
    entryPoints,
    entryNames: "[name]",
    outdir: "dist",
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    target: "node22",
    sourcemap: true,
    logLevel: "error",
  };
}

const SKIPPED = /(^|\/)(node_modules|\.next|\.data|dist)$|\.test\.tsx?$|^lib\/testing$/;

/** A hash of all files under `paths`, without tests. Missing paths are skipped. */
export function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths) add(hash, path);
  return hash.digest("hex");
}

/** Whether `stampFile` contains `mark`. */
export function isFresh(stampFile, mark) {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === mark;
}

/** Writes `mark` to `stampFile`. */
export function stamp(stampFile, mark) {
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, mark);
}

function add(hash, path) {
  if (SKIPPED.test(path) || !existsSync(path)) return;
  if (!statSync(path).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(path)).update("\0");
    return;
  }
  for (const name of readdirSync(path).sort()) add(hash, join(path, name));
}
