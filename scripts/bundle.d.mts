import type { BuildOptions } from "esbuild";

export function serverBundle(entryPoints: string[]): BuildOptions;
export function fingerprint(paths: readonly string[]): string;
export function isFresh(stampFile: string, mark: string): boolean;
export function stamp(stampFile: string, mark: string): void;
