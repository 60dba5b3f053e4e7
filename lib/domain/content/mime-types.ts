const MIB = 2 ** 20;

/** What a compliance copy may be, and below which size. Contract: ComplianceCopyDeclaration, Limits. */
export const COPY_MIME_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "video/mp4",
  "video/webm",
  "video/quicktime",
] as const;

export type CopyMimeType = (typeof COPY_MIME_TYPES)[number];

/** The first size, in bytes, that is too large. */
export const sizeBound = (mimeType: CopyMimeType): number => (mimeType.startsWith("image/") ? 5 : 500) * MIB;

/** How many of a file's first bytes tell what it is. */
export const TELLING_BYTES = 64;

/** Whether a file that begins with `head` is of the type it is said to be. */
export function isOfType(head: Buffer, mimeType: CopyMimeType): boolean {
  switch (mimeType) {
    case "image/jpeg":
      return head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
    case "image/png":
      return head.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
    case "image/webp":
      return text(head, 0, 4) === "RIFF" && text(head, 8, 12) === "WEBP";
    case "video/webm":
      // EBML; Matroska differs by its document type, which stands within the first bytes.
      return head.subarray(0, 4).equals(Buffer.from([0x1a, 0x45, 0xdf, 0xa3])) && head.includes("webm");
    case "video/mp4":
      return text(head, 4, 8) === "ftyp" && text(head, 8, 12) !== "qt  " && !IMAGE_BRANDS.has(text(head, 8, 12));
    case "video/quicktime":
      // Files from before `ftyp` begin with one of their other boxes.
      return text(head, 4, 8) === "ftyp" ? text(head, 8, 12) === "qt  " : OLD_QUICKTIME.has(text(head, 4, 8));
  }
}

const IMAGE_BRANDS = new Set(["heic", "heix", "mif1", "msf1", "avif", "avis"]);
const OLD_QUICKTIME = new Set(["moov", "mdat", "wide", "free", "skip", "pnot"]);

const text = (head: Buffer, from: number, to: number): string => head.toString("latin1", from, to);
