// Draws an acquirer's sample again, from the folder `drawing` of its package. Needs Node 22 or later and verify.mjs beside it, and no
// packages. How it is drawn: docs/transparency.md.

import { createHash, createHmac } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { parseVerifierKey, verifyProof } from "./verify.mjs";

const VERSION = "sample/v1";

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const need = (holds, message) => {
  if (!holds) throw new Error(message);
};

/**
 * Checks a drawing with keys of the log that you trust: `drawing` and `population` are the texts of drawing.json and population.txt, `proof`
 * that of asked.tlog-proof. Returns what was drawn, what was asked, and the signed tree. Throws, saying why, if anything doesn't fit.
 */
export async function verifyDrawing({ drawing, population, proof }, keys) {
  const claimed = JSON.parse(drawing);
  need(claimed?.version === VERSION && Array.isArray(claimed.drawn), "this is not a drawing that this program knows");
  const { entry, checkpoint } = await verifyProof(proof, keys);
  need(entry.action === "sample.asked" && entry.subjectKind === "sample", "the proof isn't about a sample");
  need(entry.subjectId === claimed.sampleId, "the proof is about another sample");
  const asked = JSON.parse(entry.detail ?? "null");
  for (const name of [
    "number",
    "acquirer",
    "phrase",
    "basis",
    "from",
    "until",
    "size",
    "population",
    "populationSha256",
  ]) {
    need(asked?.[name] === claimed[name], `${name} isn't what was asked for`);
  }
  need(
    sha256(population).toString("hex") === asked.populationSha256,
    "the list of records isn't the one that was fixed",
  );
  const tokens = population.split("\n").slice(0, -1);
  need(tokens.length === asked.population, "the list of records has another length");
  need(
    tokens.every((token, n) => /^[0-9a-f]{64}$/.test(token) && (n === 0 || tokens[n - 1] < token)),
    "the list of records isn't sorted, or names one twice",
  );
  const root = Buffer.from(checkpoint.root).toString("hex");
  const lines = [VERSION, entry.subjectId, asked.populationSha256, asked.phrase, root];
  const seed = sha256(lines.map((line) => `${line}\n`).join(""));
  need(seed.toString("hex") === claimed.seed, "the seed is another one");
  const drawn = tokens
    .map((token) => ({ token, place: createHmac("sha256", seed).update(token).digest("hex") }))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .slice(0, asked.size);
  need(
    drawn.length === claimed.drawn.length && drawn.every(({ token }, n) => token === claimed.drawn[n].token),
    "other records were drawn",
  );
  for (const { token, nonce, kind, id } of claimed.drawn) {
    const opened = sha256(Buffer.from(String(nonce), "hex"), `${kind} ${id}`).toString("hex");
    need(opened === token, `${kind} ${id} isn't the record that was drawn`);
  }
  return { drawn: claimed.drawn, asked, askedAt: entry.at, checkpoint };
}

const HELP = `Draw an acquirer's sample again, and compare.

  node draw.mjs --key KEY [--key KEY]… FOLDER

FOLDER has drawing.json, population.txt and asked.tlog-proof. KEY is a verifier key of the log: <name>+<key id>+<base64>.
`;

/** A text on one line, so that it can't look like another line of ours. */
const inLine = (text) =>
  String(text).replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);

async function run(words) {
  const [keys, folders] = [[], []];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--key" && words.length > 0) keys.push(words.shift());
    else if (word.startsWith("--")) return [HELP, 2];
    else folders.push(word);
  }
  const [folder] = folders;
  if (keys.length === 0 || folders.length !== 1) return [HELP, 2];
  const read = (name) => new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(join(folder, name)));
  const files = {
    drawing: read("drawing.json"),
    population: read("population.txt"),
    proof: read("asked.tlog-proof"),
  };
  const { drawn, asked, askedAt, checkpoint } = await verifyDrawing(
    files,
    await Promise.all(keys.map(parseVerifierKey)),
  );
  const about = `sample ${asked.number}, asked for by ${inLine(asked.acquirer)} at ${askedAt}`;
  const from = `${asked.population} records, ${asked.basis} from ${asked.from} to ${asked.until}`;
  const list = drawn.map(({ kind, id }, n) => `  ${n + 1}. ${inLine(kind)} ${inLine(id)}\n`).join("");
  return [`${about}\nfrom ${from}\nin a tree of ${checkpoint.size} entries of ${checkpoint.origin}\n${list}`, 0];
}

if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1])) {
  run(process.argv.slice(2))
    .catch((error) => [`REFUSED: ${error.message}\n`, 1])
    .then(([text, status]) => {
      process.stdout.write(text);
      process.exitCode = status;
    });
}
