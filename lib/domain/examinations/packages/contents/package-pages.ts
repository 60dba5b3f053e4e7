import { db } from "@/lib/platform/db";
import type { RecordPackage, RecordPackageRecord } from "@/prisma/generated/client";
import { link, pageText, safe, table } from "../../pages";

// What the files of a package have in common: the lists that lead to its records, and the pages they are on.

/** What a package is about, as its files say it. */
export type PackageFacts = Pick<
  RecordPackage,
  "id" | "examinationId" | "profile" | "requester" | "authority" | "reason" | "producedFrom" | "producedUntil"
> & { at: Date; recordCount: number };

/** How many lines a page has at most. What is read at once is bounded, so that a package of any size needs the same memory. */
export const LINES = 500;

/** A record of a package. */
export type Row = RecordPackageRecord;
/** The folder of each person, by their id. */
export type Folders = ReadonlyMap<string, string>;

export const numbered = (n: number): string => String(n).padStart(6, "0");
export const recordFolder = ({ n, kind }: { n: number; kind: string }): string => `records/${numbered(n)}-${kind}`;
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** On every page: whom it was made for. */
export const markOf = ({ examinationId, id, requester }: PackageFacts): string =>
  `${examinationId ? `Examination ${examinationId}` : `Package ${id}`}, for ${requester}`;

/** A page with that on it. */
export const page = (facts: PackageFacts, parts: { title: string; depth: number; body: string }): string =>
  pageText({ mark: markOf(facts), ...parts });

/** A line of a list, which leads to another page. */
export type IndexLine = { href: string; text: string; about: string };

export const linesTable = (lines: readonly IndexLine[]): string =>
  table(lines.map(({ href, text, about }) => [link(href, text), safe(about)]));

export const lineOf =
  (up: string) =>
  (row: Row): IndexLine => ({
    ...{
      href: `${up}${recordFolder(row)}/record.html`,
      text: row.title,
      about: `${row.kind}, ${dayOf(row.productionDate)}`,
    },
  });

/** Pages with their number, and whether another follows. At least one, which may be empty. */
export async function* withNext<T>(
  pages: AsyncGenerator<T[], void>,
): AsyncGenerator<{ page: T[]; number: number; hasNext: boolean }> {
  let page = await pages.next();
  for (let number = 1; ; number++) {
    const next = await pages.next();
    yield { page: page.value ?? [], number, hasNext: !next.done };
    if (next.done) return;
    page = next;
  }
}

/** The records of a package, or of one person in it, in pages. */
export async function* recordPages(packageId: string, userId?: string): AsyncGenerator<Row[], void> {
  for (let after = 0; ; ) {
    const rows = await db.recordPackageRecord.findMany({
      where: { packageId, n: { gt: after }, ...(userId && { userIds: { has: userId } }) },
      orderBy: { n: "asc" },
      take: LINES,
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.n;
  }
}
