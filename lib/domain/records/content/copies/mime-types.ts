const MIB = 2 ** 20;

/** The accepted types of a compliance copy. Contract: Compliance copy, declare. */
export const COPY_MIME_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "video/mp4",
  "video/webm",
  "video/quicktime",
] as const;

export type CopyMimeType = (typeof COPY_MIME_TYPES)[number];

const IMAGE_BOUND = 5 * MIB;
const VIDEO_BOUND = 500 * MIB;

/** The smallest size in bytes that is too large. */
export const sizeBound = (mimeType: CopyMimeType): number =>
  mimeType.startsWith("image/") ? IMAGE_BOUND : VIDEO_BOUND;

/** How many of a file's first bytes `isOfType` needs. */
export const TELLING_BYTES = 64;

/** Whether a file that starts with `head` is of this type. */
export function isOfType(head: Buffer, mimeType: CopyMimeType): boolean {
  switch (mimeType) {
    case "image/jpeg":
      return head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
    case "image/png":
      return head.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    case "image/webp":
      return text(head, 0, 4) === "RIFF" && text(head, 8, 12) === "WEBP";
    case "video/webm":
      return head.subarray(0, 4).equals(EBML) && isWebm(head);
    case "video/mp4":
      return firstBox(head) === "ftyp" && head.length >= 12 && !NOT_MP4.has(text(head, 8, 12));
    case "video/quicktime":
      // Old files have no `ftyp` and start with another box.
      return firstBox(head) === "ftyp" ? text(head, 8, 12) === "qt  " : OLD_QUICKTIME.has(firstBox(head) ?? "");
  }
}

// Other formats in an MP4 container: QuickTime, images, audio only, raw photos. MP4 itself has too many brands to list.
const NOT_MP4 = new Set(
  "qt  ,heic,heix,heim,heis,hevc,hevx,hevm,hevs,mif1,mif2,msf1,miaf,avif,avis,avci,avcs,jpeg,jp2 ,jxl ,crx ,M4A ,M4B ,M4P ".split(
    ",",
  ),
);
const OLD_QUICKTIME = new Set(["moov", "mdat", "wide", "free", "skip", "pnot"]);

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const DOC_TYPE = Buffer.from([0x42, 0x82]);
const EBML_LENGTH_MAX = 8;

// Matroska differs only by its document type, which follows its length within the first bytes.
function isWebm(head: Buffer): boolean {
  const at = head.indexOf(DOC_TYPE);
  const behind = text(head, at + DOC_TYPE.length, at + DOC_TYPE.length + EBML_LENGTH_MAX + "webm".length);
  return at !== -1 && behind.includes("webm");
}

/** The name of the file's first box; null if its length is impossible, as in a text file. */
function firstBox(head: Buffer): string | null {
  if (head.length < 8) return null;
  const length = head.readUInt32BE(0);
  // 0 means "to the end of the file", 1 "the length follows the name".
  return length < VIDEO_BOUND && !(length > 1 && length < 8) ? text(head, 4, 8) : null;
}

const text = (head: Buffer, from: number, to: number): string => head.toString("latin1", from, to);
