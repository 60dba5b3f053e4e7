import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { clock } from "@/lib/platform/clock";
import { db, rows } from "@/lib/platform/db";
import { NotFound } from "@/lib/platform/errors";
import { readRestrictions } from "./restrictions";
import { keyStatus } from "./states";

/** A key as the portal shows it. We do not keep the secret. */
export type ListedKey = Awaited<ReturnType<typeof keysOf>>[number];

const SHOWN = 200;

/** A partner's keys, newest first: up to 200 unrevoked and 200 revoked. */
export const listKeys = (ctx: Ctx<PortalUserActor>): Promise<ListedKey[]> => keysOf(ctx.actor.partnerId);

/** The same for an operator. Throws `NotFound` for an unknown partner. */
export async function listKeysOf(_ctx: Ctx<SystemActor>, { partnerId }: { partnerId: string }): Promise<ListedKey[]> {
  if (!(await db.partner.findUnique({ where: { id: partnerId }, select: { id: true } }))) throw new NotFound();
  return keysOf(partnerId);
}

async function keysOf(partnerId: string) {
  const now = clock.now();
  const page = (revokedAt: null | { not: null }) =>
    db.apiKey.findMany({
      where: { partnerId, revokedAt },
      orderBy: { id: "desc" },
      take: SHOWN,
      select: LISTED,
    });
  const rows = [...(await page(null)), ...(await page({ not: null }))].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  return rows.map(({ createdBy, revokedBy, restrictions, ...row }) => ({
    ...row,
    ...readRestrictions(restrictions),
    status: keyStatus(row, now),
    /** Null for an operator. */
    createdBy: createdBy && (createdBy.name ?? createdBy.email),
    /** Null if active, scheduled or revoked by an operator. */
    revokedBy: revokedBy && (revokedBy.name ?? revokedBy.email),
  }));
}

const LISTED = {
  id: true,
  name: true,
  mode: true,
  prefix: true,
  tail: true,
  createdAt: true,
  expiresAt: true,
  revokeAt: true,
  revokedAt: true,
  /** To the minute. */
  lastUsedAt: true,
  replacesId: true,
  restrictions: true,
  createdBy: { select: { name: true, email: true } },
  revokedBy: { select: { name: true, email: true } },
} as const;

type KeyHit = { id: string; name: string; mode: "live" | "test"; prefix: string; tail: string };

const FOUND_MOST = 5;
const FIND = {
  name: "find_keys",
  text: `
    SELECT id, name, mode, prefix, tail FROM api_keys
    WHERE partner_id = $1 AND (starts_with(lower(name), lower($2)) OR prefix = $3 OR tail = $3)
    ORDER BY revoked_at IS NOT NULL, id DESC LIMIT ${FOUND_MOST}`,
};

// As shown on pages, or copied from the key: its start, or its end with the checksum.
const BEGINS = /^svc_(?:live|test)_([0-9A-Za-z]{4})/;
const ENDS = /^(?:…|\.{3})?([0-9A-Za-z]{4})(?:[•0-9A-Za-z]{6})?$/;

/**
 * The partner's keys whose name starts with the text, in any case, or whose key text starts or ends with it. Revoked keys
 * come last.
 */
export async function findKeys(ctx: Ctx<PortalUserActor>, text: string): Promise<KeyHit[]> {
  const end = BEGINS.exec(text)?.[1] ?? ENDS.exec(text)?.[1] ?? "";
  return rows<KeyHit>({ ...FIND, values: [ctx.actor.partnerId, text, end] });
}
