import { pool } from "@/lib/platform/db";
import { Conflict } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { conditionsOf, Values } from "./conditions";
import type { Selection } from "./schemas";

/** How many creators one change may be for. */
export const SELECTED_MOST = 100_000;

/**
 * The partner's accounts that a selection means at this moment, in the order of their ids. What is not the partner's is left
 * out. Throws `Conflict` `too_many` for more than a hundred thousand.
 */
export async function selectedIds(partnerId: string, selection: Selection): Promise<string[]> {
  const values = new Values();
  const met =
    "filters" in selection
      ? conditionsOf(partnerId, selection.filters, values)
      : `partner_id = ${values.add(partnerId)} AND id = ANY(${values.add(selection.accountIds.filter(isId))})`;
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id FROM solo_accounts WHERE ${met} ORDER BY id LIMIT ${SELECTED_MOST + 1}`,
    values.list,
  );
  if (rows.length > SELECTED_MOST) {
    const most = SELECTED_MOST.toLocaleString("en");
    throw new Conflict("too_many", `More than ${most} creators match. Narrow the list, and do it in parts.`);
  }
  return rows.map(({ id }) => id);
}
