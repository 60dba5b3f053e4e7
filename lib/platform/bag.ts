import { createHash } from "node:crypto";
import { SERVICE_NAME } from "./brand";
import { env } from "./env";
import { oneLine } from "./wire";
import { writeZip, type ZipFile } from "./zip";

/** A file of a bag. */
export type BagFile = ZipFile;
type BagFiles = Iterable<BagFile> | AsyncIterable<BagFile>;

/** The SHA-256 of each file that was written before the one that asks. */
export type Sums = () => { path: string; sha256: string }[];

type Bag = {
  /** The folder that the archive unpacks to. */
  name: string;
  /** The time of every file. */
  at: Date;
  /** What `bag-info.txt` says of it, beside the custodian and the day. `sender`: our own id for what was sent. */
  about: { description: string; id: string; sender: string };
  /** What is being bagged, below `data/`. Each is asked for once the one before it is written. A function is told what they hash to. */
  files: BagFiles | ((sums: Sums) => BagFiles);
};

/** Hashes are kept as bytes in a string, because a bag may have many files. */
type Sum = { path: string; sha256: string; sha512: string };

const ALGORITHMS = ["sha256", "sha512"] as const;
const BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";
const LINES_AT_ONCE = 200;
const PAYLOAD = "data/";

/**
 * A BagIt bag (RFC 8493) of any size as a ZIP, written as it is read: it keeps the path and the hashes of each file. The same files give
 * the same bytes. Throws what a file throws while it is read.
 */
export function writeBag({ name, at, about, files }: Bag): AsyncGenerator<Buffer> {
  const [payload, tags]: [Sum[], Sum[]] = [[], []];
  let bytes = 0;
  const tag = (path: string, write: () => Iterable<string>, sums: Sum[]): BagFile =>
    summed({ path, read: () => [...write()].map((text) => Buffer.from(text)) }, sums);
  const sums: Sums = () =>
    payload.map(({ path, sha256 }) => ({ path: path.slice(PAYLOAD.length), sha256: hexOfSum(sha256) }));
  const { custodianName, custodianAddress } = env();
  const info = () => [
    ["Source-Organization", custodianName],
    ["Organization-Address", custodianAddress],
    ["External-Description", about.description],
    ["External-Identifier", about.id],
    ["Internal-Sender-Identifier", about.sender],
    ["Bagging-Date", at.toISOString().slice(0, 10)],
    ["Bag-Software-Agent", SERVICE_NAME],
    ["Payload-Oxum", `${bytes}.${payload.length}`],
  ];
  // Each is read once the one before it is written, so that a manifest finds every hash.
  async function* all(): AsyncGenerator<BagFile> {
    yield tag("bagit.txt", () => [BAGIT], tags);
    for await (const { path, read } of typeof files === "function" ? files(sums) : files) {
      yield summed({ path: `${PAYLOAD}${path}`, read }, payload, (length) => {
        bytes += length;
      });
    }
    yield tag("bag-info.txt", () => info().map(([label, value = ""]) => `${label}: ${oneLine(value)}\n`), tags);
    for (const algorithm of ALGORITHMS)
      yield summed({ path: `manifest-${algorithm}.txt`, read: () => manifest(payload, algorithm) }, tags);
    // Tag manifests don't name each other, because they are read when nothing else is left to hash.
    for (const algorithm of ALGORITHMS)
      yield { path: `tagmanifest-${algorithm}.txt`, read: () => manifest(tags, algorithm) };
  }
  async function* inFolder(): AsyncGenerator<BagFile> {
    for await (const { path, read } of all()) yield { path: `${name}/${path}`, read };
  }
  return writeZip(inFolder(), at);
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

const summed = ({ path, read }: BagFile, sums: Sum[], count = (_: number) => {}): BagFile => ({
  path,
  async *read() {
    const [sha256, sha512] = [createHash("sha256"), createHash("sha512")];
    for await (const chunk of read()) {
      sha256.update(chunk);
      sha512.update(chunk);
      count(chunk.length);
      yield chunk;
    }
    sums.push({ path, sha256: sha256.digest("binary"), sha512: sha512.digest("binary") });
  },
});

const hexOfSum = (sum: string): string => Buffer.from(sum, "binary").toString("hex");

function* manifest(sums: readonly Sum[], algorithm: (typeof ALGORITHMS)[number]): Generator<Buffer> {
  const line = (sum: Sum) => `${hexOfSum(sum[algorithm])}  ${sum.path}\n`;
  for (let at = 0; at < sums.length; at += LINES_AT_ONCE) {
    yield Buffer.from(
      sums
        .slice(at, at + LINES_AT_ONCE)
        .map(line)
        .join(""),
    );
  }
}
