import { marksOf, vocabularyOf } from "@/lib/domain/content/search/marks";
import { PART_SIZE } from "@/lib/domain/content/search/windows";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { note } from "@/scripts/progress.mjs";
import { anyTitle, anyWord, randomOf, WORDS, wordAt } from "./search-words";

// Rows as COPY takes them.

const YEARS = 6;
/** So many have the same moment of logging. */
const TOGETHER = 1_000;
/** The first has most of the depictions. */
export const PARTNERS = 40;

const id = (kind: string, n: number) => `${kind}${n}`.padStart(25, "0");

/** Who searches everybody's records. */
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

type Made = {
  n: number;
  id: string;
  logId: string;
  creator: number;
  title: string;
  url: string;
  at: Date;
  producedAt: Date;
};

/** The same ones whenever they are asked for. */
export function* depictionsOf(count: number, creators: number, now: number): Generator<Made> {
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
    if (n % 1_000_000 === 0 && n > 0) note(`${n.toLocaleString("en")} are written`);
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

export function depictionLine({ n, id: its, logId, creator, title, url, at, producedAt }: Made): string {
  const whose = [id("p", partnerOf(creator)), id("a", creator), `post-${n}`, url, title, "video", "Platform"];
  const copied = n % 50 === 0 ? ["pending", "image/jpeg", "48213"] : ["missing", "\\N", "\\N"];
  return [its, logId, ...whose, producedAt.toISOString(), "\\N", ...copied, at.toISOString()].join("\t");
}

/** What `SEARCHED` gave of the depiction at this place. */
export function searchLine(line: string, place: number): string {
  const [
    its = "",
    partnerId = "",
    accountId = "",
    producedAt = "",
    title = "",
    contentUrl = "",
    externalContentId = "",
  ] = line.split("\t");
  const productionDate = new Date(Number(producedAt));
  const marks = marksOf({ place, partnerId, accountId, productionDate, title, contentUrl, externalContentId });
  return `${its}\t${place}\t{${marks.join(",")}}`;
}

/** Depictions in the order of their logging, as `searchLine` takes them. */
export const SEARCHED = `SELECT id, partner_id, account_id, floor(extract(epoch FROM production_date) * 1000)::bigint, title,
  content_url, external_content_id FROM depictions ORDER BY id`;

/** In which parts of the list each day's records are, as `partOf` and `dayOf` count them. */
export const DAY_PARTS = `INSERT INTO search_day_parts (whose, part, day)
  SELECT DISTINCT unnest(ARRAY['', partner_id]), (place / ${PART_SIZE})::int, floor(extract(epoch FROM production_date) / 86400)::int
  FROM depiction_search JOIN depictions ON id = depiction_id`;

/** The words of titles and URLs: everybody's, and each partner's. */
export function* vocabularyLines(): Generator<string> {
  const words = [...vocabularyOfAll()];
  for (const whose of ["", ...Array.from({ length: PARTNERS }, (_, n) => id("p", n + 1))])
    yield words.map((word) => `${whose}\t${word}\n`).join("");
}

function vocabularyOfAll(): Set<string> {
  const words = new Set(Array.from({ length: WORDS }, (_, rank) => wordAt(rank)));
  for (const url of ["https://www.site1.example.com/", ...SECTIONS])
    for (const word of vocabularyOf({ title: "part", contentUrl: url, externalContentId: "post-1" })) words.add(word);
  return words;
}

export const linesOf = (count: number, lineOf: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => `${lineOf(n + 1)}\n`);

export function* linesFrom(all: Iterable<Made>, lineOf: (made: Made) => string): Generator<string> {
  let lines = "";
  for (const one of all) {
    lines += `${lineOf(one)}\n`;
    if (lines.length < 100_000) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}
