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

/**
 * The partner's keys whose name begins with a text, in any case, or whose first or last four characters it is; those that
 * are not revoked first. "svc_live_" and "…", which pages print around those characters, may stand before them.
 */
export async function findKeys(ctx: Ctx<PortalUserActor>, text: string): Promise<FoundKey[]> {
  const end = text.replace(/^(?:svc_(?:live|test)_|…|\.{3})/, "");
  const { rows } = await pool().query<FoundKey>({ ...FIND, values: [ctx.actor.partnerId, text, end] });
  return rows;
}
