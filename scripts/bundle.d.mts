import type { BuildOptions } from "esbuild";

export function serverBundle(entryPoints: string[]): BuildOptions;
