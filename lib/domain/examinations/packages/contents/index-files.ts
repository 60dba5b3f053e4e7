import { type BagFile, textFile } from "@/lib/platform/bag";
import { db } from "@/lib/platform/db";
import { INDEX_LABELS, type IndexName } from "../../labels";
import { link } from "../../pages";
import {
  type Folders,
  type IndexLine,
  LINES,
  lineOf,
  linesTable,
  numbered,
  type PackageFacts,
  page,
  recordPages,
  withNext,
} from "./package-pages";

/** The folder of each person, in the order of their names. */
export async function findFolders(packageId: string): Promise<Folders> {
  const found = await db.$queryRaw<{ userId: string }[]>`
    SELECT u.user_id AS "userId" FROM (
      SELECT DISTINCT unnest(user_ids) AS user_id FROM record_package_records WHERE package_id = ${packageId}) u
    LEFT JOIN identities v ON v.user_id = u.user_id ORDER BY search_fold(coalesce(v.legal_name, '~')), u.user_id`;
  return new Map(found.map(({ userId }, n) => [userId, `people/${numbered(n + 1)}`]));
}

/** The pages of one of the three indexes. */
export async function* indexPages(
  facts: PackageFacts,
  { index, folders }: { index: IndexName; folders: Folders },
): AsyncGenerator<BagFile> {
  for await (const { page: lines, number, hasNext } of withNext(INDEX_LINES[index](facts.id, folders))) {
    const around = [
      number > 1 ? link(`${index}-${number - 1}.html`, "Previous") : "",
      hasNext ? link(`${index}-${number + 1}.html`, "Next") : "",
    ];
    const body = `${linesTable(lines)}<p>${around.join(" ")}</p>`;
    const title = `${INDEX_LABELS[index]}, page ${number}`;
    yield textFile(`${index}-${number}.html`, () => page(facts, { title, depth: 0, body }));
  }
}

const INDEX_LINES: Readonly<
  Record<IndexName, (packageId: string, folders: Folders) => AsyncGenerator<IndexLine[], void>>
> = {
  async *names(_, folders) {
    const ids = [...folders.keys()];
    for (let at = 0; at < ids.length; at += LINES) {
      const page = ids.slice(at, at + LINES);
      const names = await db.identity.findMany({
        where: { userId: { in: page } },
        select: { userId: true, legalName: true },
      });
      const nameOf = new Map(names.map(({ userId, legalName }) => [userId, legalName]));
      yield page.map((id) => ({
        ...{ href: `${folders.get(id)}/person.html`, text: nameOf.get(id) ?? "Not verified", about: "" },
      }));
    }
  },
  async *aliases(packageId, folders) {
    for (let after = ["", ""]; ; ) {
      const found = await db.$queryRaw<
        { id: string; userId: string; name: string; legalName: string | null; sort: string }[]
      >`
        SELECT * FROM (
          SELECT a.id, a.user_id AS "userId", a.name, v.legal_name AS "legalName", search_fold(a.name) AS sort
          FROM person_aliases a LEFT JOIN identities v ON v.user_id = a.user_id WHERE a.user_id IN (
            SELECT unnest(user_ids) FROM record_package_records WHERE package_id = ${packageId})) alias
        WHERE (sort, id) > (${after[0]}, ${after[1]}) ORDER BY sort, id LIMIT ${LINES}`;
      const last = found.at(-1);
      if (!last) return;
      yield found.map(({ userId, name, legalName }) => ({
        ...{ href: `${folders.get(userId)}/person.html`, text: name, about: legalName ?? "" },
      }));
      after = [last.sort, last.id];
    }
  },
  async *titles(packageId) {
    for await (const rows of recordPages(packageId)) yield rows.map(lineOf(""));
  },
};
