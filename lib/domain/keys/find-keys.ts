import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { pool } from "@/lib/platform/db";

export type FoundKey = { id: string; name: string; mode: "live" | "test"; prefix: string; tail: string };

const SHOWN = 5;
const FIND = {
  name: "find_keys",
  text: `
    SELECT id, name, mode, prefix, tail FROM api_keys
    WHERE partner_id = $1 AND (starts_with(lower(name), lower($2)) OR prefix = $3 OR tail = $3)
    ORDER BY revoked_at IS NOT NULL, id DESC LIMIT ${SHOWN}`,
};

// As pages print a key, or as copied from the key itself: its start, or its end with the checksum.
const BEGINS = /^svc_(?:live|test)_([0-9A-Za-z]{4})/;
const ENDS = /^(?:…|\.{3})?([0-9A-Za-z]{4})(?:[•0-9A-Za-z]{6})?$/;

/**
 * The partner's keys whose name starts with a text, in any case, or whose own start or end it is. Revoked keys come last.
 */
export async function findKeys(ctx: Ctx<PortalUserActor>, text: string): Promise<FoundKey[]> {
  const end = BEGINS.exec(text)?.[1] ?? ENDS.exec(text)?.[1] ?? "";
  const { rows } = await pool().query<FoundKey>({ ...FIND, values: [ctx.actor.partnerId, text, end] });
  return rows;
}
