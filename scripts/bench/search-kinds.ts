import { IndexFilters, searchIndex } from "@/lib/domain/records/content/cross-reference/search-index";
import { listContent } from "@/lib/domain/records/content/lists/list-content";
import { ContentFilters } from "@/lib/domain/records/content/lists/schemas";
import { DAY_MS } from "@/lib/platform/duration";
import { firstIdAt } from "@/lib/platform/ids";
import { CUSTODIAN, WORDS, wordAt } from "./search-rows";

/** One search with random parts, on a log with that many depictions. Returns the number of rows. */
type Ask = (random: () => number, depictions: number) => Promise<number>;

const partnerOf = (n: number) => `p${n}`.padStart(25, "0");
const LARGE = partnerOf(1);
const SMALL = partnerOf(19);

const portal = async (
  given: Record<string, string>,
  { partnerId = LARGE, cursor }: { partnerId?: string; cursor?: string } = {},
) => {
  const actor = { kind: "portal_user", partnerId, userId: "bench", role: "viewer" } as const;
  const { rows } = await listContent({ actor, requestId: "bench" }, { ...ContentFilters.parse(given), cursor });
  return rows.length;
};

/** Includes writing the view to the ledger. */
const custodian = async (given: Record<string, string>) => {
  const actor = { kind: "staff", userId: CUSTODIAN } as const;
  const { records } = await searchIndex({ actor, requestId: "bench" }, IndexFilters.parse(given));
  return records.length;
};

/** A word with a rank in this range, log-uniform. */
const word = (random: () => number, from: number, to: number) => wordAt(Math.floor(from * (to / from) ** random()));
const common = (random: () => number) => word(random, 1, 30);
const between = (random: () => number) => word(random, 300, 10_000);
const rare = (random: () => number) => word(random, 100_000, WORDS);
const day = (random: () => number) => new Date(Date.now() - Math.floor(5 * 365 * random()) * DAY_MS);
const date = (at: Date) => at.toISOString().slice(0, 10);
const farBack = (random: () => number) => `older.0.${firstIdAt(day(random))}`;
const any = (random: () => number, depictions: number) => Math.floor(random() * depictions);

export const KINDS: Readonly<Record<string, Ask>> = {
  "the page without a text": () => portal({}),
  "the same far back": (random) => portal({}, { cursor: farBack(random) }),
  "three days of production": (random) => {
    const at = day(random);
    return portal({ from: date(at), to: date(new Date(at.getTime() + 2 * DAY_MS)) });
  },
  "copies that wait": () => portal({ copy: "pending" }),
  "a frequent word": (random) => portal({ q: common(random) }),
  "a frequent word, a page far back": (random) => portal({ q: common(random) }, { cursor: farBack(random) }),
  "a word in 1 of 100 to 500 records": (random) => portal({ q: word(random, 60, 300) }),
  "a word neither frequent nor rare": (random) => portal({ q: between(random) }),
  "a rare word": (random) => portal({ q: rare(random) }),
  "a frequent word and a rare one": (random) => portal({ q: `${common(random)} ${rare(random)}` }),
  "two frequent words": (random) => portal({ q: `${common(random)} ${common(random)}` }),
  "two words between": (random) => portal({ q: `${between(random)} ${between(random)}` }),
  "a part of a word": (random) => portal({ q: between(random).slice(1) }),
  "two letters": (random) => portal({ q: between(random).slice(1, 3) }),
  "a word in what is not removed": (random) => portal({ q: between(random), removed: "no" }),
  "a frequent word, days of a month": (random) => {
    const at = day(random);
    return portal({ q: common(random), from: date(at), to: date(new Date(at.getTime() + 10 * DAY_MS)) });
  },
  "a content id": (random, depictions) => portal({ q: `post-${any(random, depictions)}` }),
  "the beginning of a content id": (random, depictions) => portal({ q: `post-${any(random, depictions)}`.slice(0, 8) }),
  "the beginning of a URL": (random) => portal({ q: `https://www.site1.example.com/videos/${common(random)}` }),
  "a whole URL's end": (random, depictions) => portal({ q: `/${any(random, depictions)}` }),
  "a small partner's frequent word": (random) => portal({ q: common(random) }, { partnerId: SMALL }),
  "a small partner's word between": (random) => portal({ q: between(random) }, { partnerId: SMALL }),
  "custodian: the page without a text": () => custodian({}),
  "custodian: a frequent word": (random) => custodian({ q: common(random) }),
  "custodian: a word in 1 of 100 to 500 records": (random) => custodian({ q: word(random, 60, 300) }),
  "custodian: a word between": (random) => custodian({ q: between(random) }),
  "custodian: a rare word": (random) => custodian({ q: rare(random) }),
  "custodian: a content id": (random, depictions) => custodian({ q: `post-${any(random, depictions)}` }),
  "custodian: days of production": (random) => {
    const at = day(random);
    return custodian({ from: date(at), to: date(new Date(at.getTime() + 2 * DAY_MS)) });
  },
  "custodian: a performer's name": (random, depictions) =>
    custodian({ name: wordAt(1 + any(random, depictions / 200)) }),
};
