import { type Prisma, pool } from "@/lib/platform/db";
import { asOwner } from "./owner";

type Planned = {
  /** The table that it is about: gets fresh statistics. */
  table: string;
  /** As for a named statement that runs often: planned once, without the values. */
  forAll?: boolean;
};

/** The plan that PostgreSQL makes of a statement. */
export async function planOf({ text, values }: Prisma.Sql, { table, forAll = false }: Planned): Promise<string> {
  const client = await pool().connect();
  try {
    await asOwner(`ANALYZE ${client.escapeIdentifier(table)}`);
    await client.query(`SET plan_cache_mode = ${forAll ? "force_generic_plan" : "force_custom_plan"}`);
    await client.query(`PREPARE explained AS ${text}`);
    const literals = values.map((value) =>
      client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
    );
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN EXECUTE explained (${literals.join(", ")})`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    // With its settings and its statement.
    client.release(true);
  }
}
