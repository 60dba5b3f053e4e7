const NAMES_MOST = 50;
// Also what we may print: a name in any other form isn't repeated.
const READABLE = /^[\w.-]{2,64}$/;

type Pair = { name: string; sent: string; distance: number };

/** Which of the sent names look like misspelt field names, by field: each at most once, the closest pairs first. */
export function alikeNames(fields: readonly string[], sent: readonly string[]): Map<string, string> {
  const readable = sent.filter((name) => READABLE.test(name)).slice(0, NAMES_MOST);
  const pairs: Pair[] = fields.flatMap((name) =>
    readable.map((other) => ({ name, sent: other, distance: distanceOf(wordsOf(name), wordsOf(other)) })),
  );
  const alike = new Map<string, string>();
  const used = new Set<string>();
  for (const pair of pairs.filter(({ distance }) => distance < UNLIKE).sort((a, b) => a.distance - b.distance)) {
    if (alike.has(pair.name) || used.has(pair.sent)) continue;
    alike.set(pair.name, pair.sent);
    used.add(pair.sent);
  }
  return alike;
}

const UNLIKE = Number.POSITIVE_INFINITY;

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** 0 for other capitals or separators, then the typos, then `contentTitle` for `title` and the reverse. */
function distanceOf(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [one.join(""), other.join("")];
  if (a === b) return 0;
  const typos = typosBetween(a, b);
  const length = Math.min(a.length, b.length);
  if (typos <= (length < 4 ? 0 : length < 8 ? 1 : 2)) return typos;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isPart = short.length * 2 >= long.length && short.every((word) => long.includes(word));
  return isPart ? 3 + long.length - short.length : UNLIKE;
}

/** Letters to add, remove, replace or swap with their neighbor. */
function typosBetween(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
