import { createHash } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file of a bag. `path` is plain ASCII, so that every system can unpack it. `read` is called when its turn comes. */
export type BagFile = { path: string; read: () => AsyncIterable<Uint8Array> };

type Bag = {
  /** The folder that the archive unpacks to. */
  name: string;
  /** The time of every file. */
  at: Date;
  /** What `bag-info.txt` says, in its order. */
  info: readonly (readonly [label: string, value: string])[];
  /** What is being bagged, below `data/`. */
  files: readonly BagFile[];
};

type Sum = { path: string; sha256: string; sha512: string };

const BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";
const COMPRESSED = /\.(jpg|pdf)$/;
const FILE_MODE = 0o100644;

/**
 * A BagIt bag (RFC 8493) as a ZIP, written as it is read. The same files give the same bytes, in the same time zone. Throws what
 * a file throws while it is read.
 */
export async function* writeBag({ name, at, info, files }: Bag): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const archive = new PassThrough();
  zip.outputStream.pipe(archive);
  zip.on("error", (error: Error) => archive.destroy(error));

  const [payload, tags]: [Sum[], Sum[]] = [[], []];
  let bytes = 0;
  const add = (file: BagFile, sums: Sum[], count = (_: number) => {}) =>
    zip.addReadStreamLazy(
      `${name}/${file.path}`,
      { mtime: at, mode: FILE_MODE, compress: !COMPRESSED.test(file.path) },
      (opened) => {
        const source = Readable.from(summed(file, sums, count), { objectMode: false });
        source.once("error", (error) => archive.destroy(error));
        opened(null, source);
      },
    );

  // Each is read once the one before it is written, so that a manifest finds every sum.
  add(
    textFile("bagit.txt", () => BAGIT),
    tags,
  );
  for (const file of files) add({ ...file, path: `data/${file.path}` }, payload, (length) => (bytes += length));
  const oxum = () => ["Payload-Oxum", `${bytes}.${payload.length}`] as const;
  add(
    textFile("bag-info.txt", () => [...info, oxum()].map((line) => `${line.join(": ")}\n`).join("")),
    tags,
  );
  for (const algorithm of ["sha256", "sha512"] as const)
    add(
      textFile(`manifest-${algorithm}.txt`, () => manifest(payload, algorithm)),
      tags,
    );
  for (const algorithm of ["sha256", "sha512"] as const)
    add(
      textFile(`tagmanifest-${algorithm}.txt`, () => manifest(tags, algorithm)),
      [],
    );
  zip.end();
  yield* archive;
}

/** A file with a text. */
export const textFile = (path: string, write: () => string | Promise<string>): BagFile => ({
  path,
  async *read() {
    yield Buffer.from(await write());
  },
});

/** A file with bytes that fit into memory. */
export const bytesFile = (path: string, load: () => Promise<Uint8Array>): BagFile => ({
  path,
  async *read() {
    yield await load();
  },
});

async function* summed({ path, read }: BagFile, sums: Sum[], count: (bytes: number) => void) {
  const [sha256, sha512] = [createHash("sha256"), createHash("sha512")];
  for await (const chunk of read()) {
    sha256.update(chunk);
    sha512.update(chunk);
    count(chunk.length);
    yield chunk;
  }
  sums.push({ path, sha256: sha256.digest("hex"), sha512: sha512.digest("hex") });
}

// Tag manifests don't name each other, because they are read when nothing else is left to sum.
const manifest = (sums: readonly Sum[], algorithm: "sha256" | "sha512") =>
  sums.map((sum) => `${sum[algorithm]}  ${sum.path}\n`).join("");
