import type { ImportState } from "./schemas";

/** How many rows an import has processed. */
export const rowsDone = ({ logged, unchanged, differing, takenDown, repeated, refused }: ImportState): number =>
  logged + unchanged + differing + takenDown + repeated + refused;

/** How many rows its report lists. */
export const rowsReported = ({ differing, takenDown, repeated, refused }: ImportState): number =>
  differing + takenDown + repeated + refused;
