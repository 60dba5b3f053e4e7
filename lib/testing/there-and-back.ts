import { expect } from "vitest";

type Page = { ids: string[]; newer: string | null; older: string | null };
type Read<P extends Page> = (cursor?: string) => Promise<P>;

/**
 * Reads a list from the first page to the last. From each page it goes back to the start, and from each of those pages
 * forward again. Expects each row once and in order, even with empty pages between.
 */
export async function thereAndBack<P extends Page>(read: Read<P>): Promise<P[]> {
  const first = await read();
  const pages = [first, ...(await onFrom(read, first, "older"))];
  for (const [n, page] of pages.entries()) {
    const [before, behind] = [idsOf(pages.slice(0, n)), idsOf(pages.slice(n))];
    const way = await onFrom(read, page, "newer");
    expect(idsOf(way.toReversed()), `back from page ${n}`).toEqual(before);
    for (const [m, at] of way.entries()) {
      const between = idsOf(way.slice(0, m).toReversed());
      expect(idsOf(await onFrom(read, at, "older")), `on from ${m} before page ${n}`).toEqual([...between, ...behind]);
    }
  }
  return pages;
}

const idsOf = (pages: readonly Page[]): string[] => pages.flatMap(({ ids }) => ids);

async function onFrom<P extends Page>(read: Read<P>, from: P, side: "newer" | "older"): Promise<P[]> {
  const pages: P[] = [];
  for (let at = from[side]; at; at = pages.at(-1)?.[side] ?? null) pages.push(await read(at));
  return pages;
}
