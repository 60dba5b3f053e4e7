// Bundles TypeScript for Node: one file per entry, with packages external.

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
