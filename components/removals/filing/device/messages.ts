import type { DeviceKind } from "@/lib/domain/removals/filing/labels";

/** A hash of a picture, with its second for a frame of a video. */
export type Hash = { pdq: string; turned: string[]; quality: number; second?: number };

/** All that leaves the device of a file. `isPartial`: only a part of a video could be read. The service parses it as a `DeviceFile`. */
export type HashedFile = { kind: DeviceKind; sha256: string; hashes: Hash[]; isPartial?: true | undefined };

/** What the page asks its worker, one after the other. */
export type Ask =
  | { ask: "sha256"; file: File }
  | { ask: "picture"; file: File }
  /** Without `second`, a picture that the page has drawn. */
  | { ask: "pixels"; pixels: ImageData; second?: number }
  | { ask: "hashes" };

/** What the worker answers. `part` comes while it works, from 0 to 1. */
export type Answer =
  | { part: number }
  | { sha256: string }
  /** Whether the picture was hashed. Otherwise the page has to draw it. */
  | { isDrawn: boolean }
  | { hashes: Hash[] }
  | { done: true }
  | { failed: true };
