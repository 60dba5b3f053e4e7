import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { COPY_MIME_TYPES, isOfType, sizeBound, TELLING_BYTES } from "./mime-types";

const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: "#7799bb" } });
const bytes = (hex: string, text = "") =>
  Buffer.concat([Buffer.from(hex.replaceAll(" ", ""), "hex"), Buffer.from(text)]);
/** A box file: the first box is `name`, with its right length and, for `ftyp`, these brands. */
const boxes = (name: string, major = "", ...compatible: string[]) => {
  const body = Buffer.from(`${major}${major && "\0\0\x02\0"}${compatible.join("")}`, "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + body.length);
  return Buffer.concat([length, Buffer.from(name), body, Buffer.alloc(200, 7)]);
};
/** The start of a WebM or Matroska file, with numbers as muxers write them. */
const ebml = (docType: string, sized = "9f") =>
  Buffer.concat([
    bytes(`1a45dfa3 ${sized} 4286 81 01 42f7 81 01 42f2 81 04 42f3 81 08 4282 8${docType.length}`, docType),
    bytes("4287 81 04 4285 81 02 18538067"),
    Buffer.alloc(100),
  ]);

const FILES: [string, () => Buffer | Promise<Buffer>, string | null][] = [
  ["a JPEG", () => picture().jpeg().toBuffer(), "image/jpeg"],
  [
    "a JPEG with Exif",
    () =>
      picture()
        .jpeg()
        .withExif({ IFD0: { Make: "A phone" } })
        .toBuffer(),
    "image/jpeg",
  ],
  ["a progressive JPEG", () => picture().jpeg({ progressive: true }).toBuffer(), "image/jpeg"],
  ["a PNG", () => picture().png().toBuffer(), "image/png"],
  ["a PNG with a palette", () => picture().png({ palette: true }).toBuffer(), "image/png"],
  ["a WebP", () => picture().webp().toBuffer(), "image/webp"],
  ["a lossless WebP", () => picture().webp({ lossless: true }).toBuffer(), "image/webp"],
  ["an MP4 of brand isom", () => boxes("ftyp", "isom", "isom", "iso2", "avc1", "mp41"), "video/mp4"],
  ["an MP4 of brand mp42", () => boxes("ftyp", "mp42", "mp42", "isom"), "video/mp4"],
  ["an MP4 of brand mp41", () => boxes("ftyp", "mp41"), "video/mp4"],
  ["an MP4 of brand avc1", () => boxes("ftyp", "avc1", "avc1", "isom"), "video/mp4"],
  ["an MP4 of brand M4V", () => boxes("ftyp", "M4V ", "M4V ", "M4A ", "mp42"), "video/mp4"],
  ["an MP4 of brand iso5, in fragments", () => boxes("ftyp", "iso5", "iso6", "mp41"), "video/mp4"],
  ["an MP4 of brand dash", () => boxes("ftyp", "dash"), "video/mp4"],
  ["an MP4 of brand MSNV", () => boxes("ftyp", "MSNV", "MSNV", "mp42", "isom"), "video/mp4"],
  ["a 3GP, which is an MP4 in all but its brand", () => boxes("ftyp", "3gp5", "3gp5", "isom"), "video/mp4"],
  ["a QuickTime film", () => boxes("ftyp", "qt  ", "qt  "), "video/quicktime"],
  ["an old QuickTime film that begins with its index", () => boxes("moov"), "video/quicktime"],
  ["an old QuickTime film that begins with room", () => bytes("00000008", "wide\0\0\0\0mdat"), "video/quicktime"],
  ["an old QuickTime film with a 64-bit length", () => bytes("00000001", "mdat\0\0\0\0\0\0\0\x99"), "video/quicktime"],
  ["an old QuickTime film without a length", () => bytes("00000000", "mdat and so on"), "video/quicktime"],
  ["a WebM", () => ebml("webm"), "video/webm"],
  ["a WebM whose head has a long length", () => ebml("webm", "01000000 0000001f"), "video/webm"],
  ["a Matroska film", () => ebml("matroska"), null],
  ["a Matroska film that mentions webm", () => Buffer.concat([bytes("1a45dfa3 a3", "no webm")]), null],
  ["a HEIC", () => boxes("ftyp", "heic", "mif1", "heic"), null],
  ["a HEIC of brand mif1", () => boxes("ftyp", "mif1", "heic"), null],
  ["a HEIC sequence", () => boxes("ftyp", "hevc", "msf1"), null],
  ["an AVIF", () => picture().avif({ effort: 0 }).toBuffer(), null],
  ["a JPEG 2000", () => bytes("0000000c", "jP  \r\n\x87\n\0\0\0\x14ftypjp2 "), null],
  ["sound in an MP4", () => boxes("ftyp", "M4A ", "M4A ", "mp42", "isom"), null],
  ["a GIF", () => picture().gif().toBuffer(), null],
  ["a TIFF", () => picture().tiff().toBuffer(), null],
  ["an AVI, which is RIFF as WebP is", () => bytes("", "RIFF\x10\0\0\0AVI LIST"), null],
  ["a WAV", () => bytes("", "RIFF\x10\0\0\0WAVEfmt "), null],
  ["text", () => bytes("", "This is a text that somebody named photo.jpg.".repeat(3)), null],
  ["text with a box's name in place", () => bytes("", "I'm free, and so are you. moov, mdat, ftypisom"), null],
  ["text with a brand in place", () => bytes("", "the ftypmp42 of a film"), null],
  ["a page", () => bytes("", "<!doctype html><script>alert(1)</script>"), null],
  ["a drawing", () => bytes("", '<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
  ["a program", () => bytes("7f454c46 02010100"), null],
  ["a PDF", () => bytes("", "%PDF-1.7"), null],
  ["a ZIP", () => bytes("504b0304"), null],
  ["zeros", () => Buffer.alloc(100), null],
  ["a box of an impossible length", () => bytes("00000004", "ftypisom"), null],
  ["nothing", () => Buffer.alloc(0), null],
];

describe("a file's type by its first bytes", () => {
  it.each(FILES)("%s is of one type, or of none", async (_, file, type) => {
    const head = (await file()).subarray(0, TELLING_BYTES);
    expect(COPY_MIME_TYPES.filter((mimeType) => isOfType(head, mimeType))).toEqual(type === null ? [] : [type]);
  });

  it.each(FILES.filter(([, , type]) => type))(
    "the first few bytes of %s show that type, or none",
    async (_, file, type) => {
      const whole = await file();
      for (let length = 0; length < 16; length++) {
        const told = COPY_MIME_TYPES.filter((mimeType) => isOfType(whole.subarray(0, length), mimeType));
        expect(
          told.filter((mimeType) => mimeType !== type),
          `${length} bytes`,
        ).toEqual([]);
      }
    },
  );
});

it("bounds images below 5 MiB and videos below 500 MiB", () => {
  expect(COPY_MIME_TYPES.map((type) => sizeBound(type) / 2 ** 20)).toEqual([5, 5, 5, 500, 500, 500]);
});
