// How TypeScript becomes what Node runs: one file for each entry, packages left where they are.

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
