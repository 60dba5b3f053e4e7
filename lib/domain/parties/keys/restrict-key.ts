import { isDeepStrictEqual } from "node:util";
import type { Ctx, PortalUserActor, SystemActor } from "@/lib/domain/core/context";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { inTransaction, Prisma, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { authorize } from "../people";
import { forgetKey } from "./find-key";
import { normalNetwork, readRestrictions } from "./restrictions";
import { accessTo, KEY_AREAS, type Restrictions } from "./scopes";

/** The most networks that a key may have. The table has the same bound. */
const MOST_NETWORKS = 20;

/**
 * Changes what a key may do and from where: at once on this node, within a second on others. `was` is what the actor saw. Setting what
 * a key already has changes nothing. Contract: Authentication, 9 to 11.
 * Throws `InvalidField`, `Conflict` `key_changed` or `key_not_active`, `NotFound`, `Forbidden`.
 */
export async function restrictKey(
  ctx: KeyCtx,
  { keyId, was, ...asked }: { keyId: string; was: Restrictions } & Restrictions,
): Promise<{ changed: boolean }> {
  const after = checkedRestrictions(asked);
  const { changed, hash } = await inTransaction(async (tx) => {
    const key = await lockKey(tx, ctx, keyId);
    const before = readRestrictions(key.restrictions);
    if (isDeepStrictEqual(before, after)) return { changed: false, hash: key.hash };
    if (!isDeepStrictEqual(before, was)) {
      throw new Conflict("key_changed", "Someone changed this key’s access meanwhile. Reload the page and try again.");
    }
    const now = clock.now();
    const { count } = await tx.apiKey.updateMany({
      where: {
        ...{ id: keyId, mode: "live", revokedAt: null },
        AND: [
          { OR: [{ revokeAt: null }, { revokeAt: { gt: now } }] },
          { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
        ],
      },
      data: { restrictions: storedRestrictions(after) },
    });
    if (count === 0) throw new Conflict("key_not_active", "Only an active live key’s access can be changed.");
    const detail = { tail: key.tail, before, after };
    const subject = { kind: "api_key" as const, id: keyId };
    record(tx, { ctx, action: "api_key.access_changed", subject, partnerId: key.partnerId, detail });
    return { changed: true, hash: key.hash };
  });
  forgetKey(hash);
  return { changed };
}

/** Restrictions as the column has them. */
export const storedRestrictions = (restrictions: Restrictions) =>
  isFull(restrictions)
    ? Prisma.DbNull
    : { scopes: restrictions.scopes as string[] | null, networks: restrictions.networks as string[] | null };

export const isFull = ({ scopes, networks }: Restrictions): boolean => scopes === null && networks === null;

/**
 * Restrictions in the one form that they are stored in: areas and access in order, networks normalised and once. Access to write every
 * area is no restriction of areas. Throws `InvalidField`.
 */
export function checkedRestrictions({ scopes, networks }: Restrictions): Restrictions {
  return { scopes: scopes && checkedScopes(scopes), networks: networks && checkedNetworks(networks) };
}

function checkedScopes(scopes: readonly string[]): string[] | null {
  const given = KEY_AREAS.map((area) => ({ area, access: accessTo(area, scopes) })).filter(({ access }) => access);
  if (given.length === 0) throw new InvalidField("scopes", "Choose at least one area.");
  if (given.length === KEY_AREAS.length && given.every(({ access }) => access === "write")) return null;
  return given.map(({ area, access }) => `${area}:${access}`);
}

function checkedNetworks(networks: readonly string[]): string[] | null {
  const texts = [...new Set(networks)];
  if (texts.length > MOST_NETWORKS) throw new InvalidField("networks", `List ${MOST_NETWORKS} networks or fewer.`);
  const cidrs = texts.map((text) => {
    const cidr = normalNetwork(text);
    if (cidr) return cidr;
    throw new InvalidField("networks", `“${text.slice(0, 60)}” isn’t an IP address or network in CIDR notation.`);
  });
  return cidrs.length > 0 ? [...new Set(cidrs)].toSorted() : null;
}

/** Who may change a key: its partner's team, or an operator. */
export type KeyCtx = Ctx<PortalUserActor | SystemActor>;

/** The key, after locking its partner and checking that the actor may manage it. Throws `NotFound`, `Forbidden`. */
export async function lockKey(tx: Tx, ctx: KeyCtx, keyId: string) {
  const found = await tx.apiKey.findUnique({ where: { id: keyId }, select: { partnerId: true } });
  if (!found) throw new NotFound();
  await authorize(tx, ctx, { partnerId: found.partnerId, to: "manage_integration" });
  return tx.apiKey.findUniqueOrThrow({ where: { id: keyId } });
}
