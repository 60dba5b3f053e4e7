import { expect } from "vitest";

type Page = { ids: string[]; newer: string | null; older: string | null };
type Read<P extends Page> = (cursor?: string) => Promise<P>;

/**
 * A list's pages from the first to the last. Expects that the way back from each of them shows exactly what stood before it, and
 * from each page of that way, the way on exactly what stands behind it: each row once, however many pages are empty.
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
