import type { BagFile } from "@/lib/platform/bag";
import { hexOf } from "@/lib/platform/crypto";
import { type CsvColumns, csvText } from "@/lib/platform/csv-stream";
import { db, Prisma } from "@/lib/platform/db";
import { byName, idCopies, type PackagedPerformer, type PackageFacts, verifiedText } from "./package-facts";
import { folderOf } from "./performer-files";
import { dayText } from "./text";

const BATCH = 500;

/** The three indexes of 28 CFR 75.2, and every depiction of the production. */
export function indexFiles(facts: PackageFacts): BagFile[] {
  const { production, performers } = facts;
  return [
    csvFile(
      "index-by-legal-name.csv",
      performerColumns(production, [["legal_name", ({ legalName }) => legalName]]),
      one(performers),
    ),
    csvFile(
      "index-by-alias.csv",
      [
        ["alias", ({ alias }) => alias],
        ...performerColumns(production, [["legal_name", ({ legalName }) => legalName]]),
      ],
      one(aliases(performers)),
    ),
    csvFile("index-by-title.csv", titleColumns(facts), titles(facts)),
    csvFile("depictions.csv", DEPICTION_COLUMNS, depictions(production.id)),
  ];
}

type Production = PackageFacts["production"];

const performerColumns = <Row extends PackagedPerformer>(
  { id, title, productionDate }: Production,
  names: CsvColumns<Row>,
): CsvColumns<Row> => [
  ...names,
  ["date_of_birth", (performer) => performer.id.birthDate && dayText(performer.id.birthDate)],
  ["folder", folderOf],
  ["id_verified", ({ id }) => verifiedText(id)],
  ["id_copies", ({ id }) => idCopies(id)],
  ["title", () => title],
  ["production_date", () => dayText(productionDate)],
  ["production_id", () => id],
];

const aliases = (performers: readonly PackagedPerformer[]) =>
  performers
    .flatMap((performer) => performer.otherNames.map((alias) => ({ alias, ...performer })))
    .toSorted((a, b) => byName(a.alias, b.alias));

type Titled = { title: string; url: string | null; date: Date };

const titleColumns = ({ production, performers }: PackageFacts): CsvColumns<Titled> => {
  const folders = performers.map(folderOf).join("; ");
  return [
    ["title", ({ title }) => title],
    ["url", ({ url }) => url],
    ["date", ({ date }) => dayText(date)],
    ["production_id", () => production.id],
    ["performers", () => folders],
  ];
};

/** The production, and then each depiction, by its title, or by its URL if it has none. */
async function* titles({ production }: PackageFacts): AsyncGenerator<Titled[]> {
  yield [{ title: production.title, url: null, date: production.productionDate }];
  let after: (Titled & { id: string }) | undefined;
  do {
    const rows: (Titled & { id: string })[] = await db.$queryRaw`
      SELECT id, coalesce(title, url) AS title, url, produced_on AS date FROM production_depictions
      WHERE production_id = ${production.id}
        ${after ? Prisma.sql`AND (coalesce(title, url) COLLATE "C", id) > (${after.title}, ${after.id})` : Prisma.empty}
      ORDER BY coalesce(title, url) COLLATE "C", id LIMIT ${BATCH}`;
    yield rows;
    after = rows.at(-1);
  } while (after);
}

type Depiction = {
  id: string;
  n: number;
  url: string;
  sha256: Uint8Array | null;
  title: string | null;
  producedOn: Date;
  addedAt: Date;
};

const DEPICTION_COLUMNS: CsvColumns<Depiction> = [
  ["number", ({ n }) => n],
  ["url", ({ url }) => url],
  ["sha256", ({ sha256 }) => sha256 && hexOf(sha256)],
  ["title", ({ title }) => title],
  ["produced_on", ({ producedOn }) => dayText(producedOn)],
  ["added_at", ({ addedAt }) => addedAt.toISOString()],
];

async function* depictions(productionId: string): AsyncGenerator<Depiction[]> {
  let [after, n] = ["", 0];
  for (;;) {
    const rows = await db.productionDepiction.findMany({
      where: { productionId, id: { gt: after } },
      orderBy: { id: "asc" },
      take: BATCH,
      select: { id: true, url: true, sha256: true, title: true, producedOn: true, addedAt: true },
    });
    if (rows.length === 0) return;
    yield rows.map((row) => ({ ...row, n: ++n }));
    after = rows.at(-1)?.id ?? "";
  }
}

async function* one<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

const csvFile = <Row>(path: string, columns: CsvColumns<Row>, rows: AsyncGenerator<readonly Row[]>): BagFile => ({
  path,
  async *read() {
    for await (const text of csvText(columns, rows)) yield Buffer.from(text);
  },
});
