import type { BytePart } from "@/lib/platform/storage/object-storage";

/** What a Range header asks for of a file: a part, null for all of it, or what is not in it (RFC 9110, 14). */
export type RangeAsked = BytePart | null | "unsatisfiable";

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Reads the Range header of a request for a file of so many bytes. Several parts, or what is no range, ask for all of it. */
export function readRange(header: string | null, bytes: number): RangeAsked {
  const [, from, to] = ONE_RANGE.exec(header ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return null;
  const last = bytes - 1;
  // Without its first byte it asks for so many of the last.
  if (from === "") return Number(to) === 0 ? "unsatisfiable" : { first: Math.max(0, bytes - Number(to)), last };
  const first = Number(from);
  if (to !== "" && Number(to) < first) return null;
  if (first > last) return "unsatisfiable";
  return { first, last: to === "" ? last : Math.min(Number(to), last) };
}
