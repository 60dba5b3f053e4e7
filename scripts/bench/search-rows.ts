import { createHash } from "node:crypto";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { note } from "@/scripts/progress.mjs";

// Rows in the format of COPY.

const YEARS = 6;
/** How many share a timestamp. */
const TOGETHER = 1_000;
/** The first partner has most of the depictions. */
export const PARTNERS = 40;

const id = (kind: string, n: number) => `${kind}${n}`.padStart(25, "0");

/** The custodian who searches all records. */
export const CUSTODIAN = id("custodian", 1);
export const CUSTODIAN_ROW = `INSERT INTO users (id, email, staff_role) VALUES ('${CUSTODIAN}', 'custodian@example.com', 'custodian')
  ON CONFLICT DO NOTHING`;

export const partnerLine = (n: number) => [id("p", n), `Platform ${n}`, "platform_pays", "active"].join("\t");
export const userLine = (n: number) => [id("u", n), `creator${n}@example.com`].join("\t");
export const aliasLine = (n: number) => [id("n", n), id("u", n), `${wordAt(n)} ${wordAt((n * 31) % WORDS)}`].join("\t");
const partnerOf = (creator: number) => (creator % 10 < 6 ? 1 : creator % 10 < 8 ? 2 : 1 + (creator % PARTNERS));
export const accountLine = (n: number) => {
  const given = [n, `creator${n}@example.com`, "https://platform.example.com/callback", "platform"];
  return [id("a", n), id("p", partnerOf(n)), ...given, id("u", n), "active", new Date().toISOString()].join("\t");
};

const SECTIONS = ["videos", "posts", "albums", "stories"];

type Depiction = {
  n: number;
  id: string;
  logId: string;
  creator: number;
  title: string;
  url: string;
  at: Date;
  producedAt: Date;
};

/** Deterministic: the same depictions each time. */
export function* depictionsOf(count: number, creators: number, now: number): Generator<Depiction> {
  const random = randomOf(count);
  const span = YEARS * 365 * DAY_MS;
  const start = now - span;
  let at = new Date();
  let head = "";
  for (let n = 0; n < count; n++) {
    if (n % TOGETHER === 0) {
      at = new Date(start + (span * n) / count);
      head = firstIdAt(at).slice(0, 12);
    }
    if (n % 1_000_000 === 0 && n > 0) note(`${n.toLocaleString("en")} written`);
    const creator = 1 + Math.floor(random() * creators);
    const tail =
      String(n % TOGETHER).padStart(3, "0") +
      Math.floor(random() * 36 ** 5)
        .toString(36)
        .padStart(5, "0");
    const slug = `${anyWord(random)}-${anyWord(random)}`;
    const url = `https://www.site${partnerOf(creator)}.example.com/${SECTIONS[n % SECTIONS.length]}/${slug}/${n}`;
    const producedAt = new Date(at.getTime() - Math.floor(30 * random()) * DAY_MS);
    yield {
      n,
      id: `${head}${tail}00000`,
      logId: `${head}${tail}00001`,
      creator,
      title: anyTitle(random),
      url,
      at,
      producedAt,
    };
  }
}

export function depictionLine({ n, id: its, logId, creator, title, url, at, producedAt }: Depiction): string {
  const whose = [id("p", partnerOf(creator)), id("a", creator), `post-${n}`, url, title, "video", "Platform"];
  const copied = n % 50 === 0 ? ["pending", "image/jpeg", "48213"] : ["missing", "\\N", "\\N"];
  return [its, logId, ...whose, producedAt.toISOString(), "\\N", ...copied, at.toISOString()].join("\t");
}

/** The row in `search_records`. Its text needs no folding. */
export function searchLine({ n, id: its, creator, title, url, producedAt }: Depiction): string {
  const text = [title, url.slice("https://".length), `post-${n}`].join("\\n");
  // As `match_url_hash` writes it.
  const hash = createHash("sha256").update(url.slice("https://www.".length)).digest("hex");
  return [
    "depiction",
    its,
    id("p", partnerOf(creator)),
    producedAt.toISOString(),
    "f",
    text,
    `post-${n}`,
    `\\\\x${hash}`,
  ].join("\t");
}

export const linesOf = (count: number, lineOf: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => `${lineOf(n + 1)}\n`);

export function* linesFrom(all: Iterable<Depiction>, lineOf: (depiction: Depiction) => string): Generator<string> {
  let lines = "";
  for (const one of all) {
    lines += `${lineOf(one)}\n`;
    if (lines.length < 100_000) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}

// Deterministic pseudo-random texts, with word frequencies like those of a language.

/** Words of titles, with frequencies by Zipf's law. */
export const WORDS = 200_000;

const SYLLABLES =
  "ba be bi bo bu ca ce ci co cu da de di do du fa fe fi fo fu ga ge gi go gu la le li lo lu ma me mi mo mu na ne ni no";
const syllables = SYLLABLES.split(" ");
const ENDS = "rstnlmkd";

/** The word of a rank: three or four syllables and an ending. */
export function wordAt(rank: number): string {
  let scattered = (rank * 7919) % 59_319;
  let word = "";
  for (let n = 0; n < 3; n++) {
    word += syllables[scattered % 39];
    scattered = Math.floor(scattered / 39);
  }
  if (rank >= 59_319) word += syllables[Math.floor(rank / 59_319) % 39];
  return word + ENDS[rank % 8];
}

/** A random number generator with a seed: 0 <= x < 1. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words = Array.from({ length: WORDS }, (_, rank) => wordAt(rank));

/** A random word. */
const anyWord = (random: () => number): string => words[Math.floor(WORDS ** random()) - 1] ?? "";

/** A random title of four to seven words. */
function anyTitle(random: () => number): string {
  const length = 4 + Math.floor(4 * random());
  const title = Array.from({ length }, () => anyWord(random)).join(" ");
  return random() < 0.2 ? `${title} part ${1 + Math.floor(12 * random())}` : title;
}
