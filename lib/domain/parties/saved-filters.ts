import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { authorize, may, nameText } from "@/lib/domain/parties/people";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction, type Tx } from "@/lib/platform/db";
import { Conflict, InvalidField, NotFound } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";

/** How many filters a member and a team have at most. */
export const MOST_SAVED = 100;

const Name = nameText(60, "Give the filter a name.");
const QUERY_MAX = 2_000;

/** A list's filters under a name. `isMine`: the reader may rename and delete it. */
export type SavedFilter = {
  id: string;
  path: string;
  name: string;
  query: string;
  isShared: boolean;
  isMine: boolean;
};

/** The pages of the lists that the member's role sees. Filters of others are hidden: a query can name people and addresses. */
type Seen = { paths: readonly string[] };

/** What a member saved for themselves, and what the team shares, by name. */
export async function listSavedFilters({ actor }: Ctx<PortalUserActor>, { paths }: Seen): Promise<SavedFilter[]> {
  const { partnerId, userId, role } = actor;
  const found = await db.savedFilter.findMany({
    where: { partnerId, path: { in: [...paths] }, OR: [{ isShared: true }, { userId }] },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, path: true, name: true, query: true, isShared: true },
  });
  return found.map((row) => ({ ...row, isMine: !row.isShared || may(role, "share_filters") }));
}

type Saving = { path: string; name: string; query: string; isShared: boolean };

/**
 * Saves a list's filters, which the caller has read by the list's declaration. Throws `InvalidField`, `Conflict` `too_many_filters`,
 * and `Forbidden` for a viewer who shares.
 */
export async function saveFilter(ctx: Ctx<PortalUserActor>, { path, name, query, isShared }: Saving): Promise<void> {
  const { partnerId, userId } = ctx.actor;
  if (!query) throw new InvalidField("name", "Choose filters first.");
  if (query.length > QUERY_MAX) throw new InvalidField("name", "These filters are too long to save.");
  await inTransaction(async (tx) => {
    await authorize(tx, ctx, { partnerId, to: isShared ? "share_filters" : "save_filters" });
    const scope = scopeOf(ctx, isShared);
    const saved = { path, name: await freeName(tx, { ...scope, path }, name) };
    if ((await tx.savedFilter.count({ where: scope })) >= MOST_SAVED) {
      throw new Conflict("too_many_filters", `${MOST_SAVED} filters are saved, the most we keep. Delete one first.`);
    }
    await tx.savedFilter.create({
      data: { id: newId(), partnerId, userId, ...saved, query, isShared, createdAt: clock.now() },
    });
  });
}

/** Renames a filter. Throws `NotFound` for one that the member may not see, `InvalidField`, and `Forbidden`. */
export async function renameFilter(
  ctx: Ctx<PortalUserActor>,
  { id, name, paths }: Seen & { id: string; name: string },
): Promise<void> {
  await inTransaction(async (tx) => {
    const { isShared, path } = await own(tx, ctx, { id, paths });
    const free = await freeName(tx, { ...scopeOf(ctx, isShared), path, NOT: { id } }, name);
    await tx.savedFilter.updateMany({ where: { id, partnerId: ctx.actor.partnerId }, data: { name: free } });
  });
}

/** Deletes a filter. Throws `NotFound` for one that the member may not see, and `Forbidden`. */
export async function deleteFilter(ctx: Ctx<PortalUserActor>, { id, paths }: Seen & { id: string }): Promise<void> {
  await inTransaction(async (tx) => {
    await own(tx, ctx, { id, paths });
    await tx.savedFilter.deleteMany({ where: { id, partnerId: ctx.actor.partnerId } });
  });
}

/** A member's own filters, or those of the team. */
const scopeOf = ({ actor: { partnerId, userId } }: Ctx<PortalUserActor>, isShared: boolean) =>
  isShared ? { partnerId, isShared } : { partnerId, isShared, userId };

/** A filter that the member may change. Locks the partner. */
async function own(
  tx: Tx,
  ctx: Ctx<PortalUserActor>,
  { id, paths }: Seen & { id: string },
): Promise<{ isShared: boolean; path: string }> {
  const { partnerId, userId } = ctx.actor;
  await authorize(tx, ctx, { partnerId, to: "save_filters" });
  const found = isId(id)
    ? await tx.savedFilter.findFirst({
        where: { id, partnerId, path: { in: [...paths] }, OR: [{ isShared: true }, { userId }] },
        select: { isShared: true, path: true },
      })
    : null;
  if (!found) throw new NotFound("This filter was deleted.");
  if (found.isShared) await authorize(tx, ctx, { partnerId, to: "share_filters" });
  return found;
}

/** A name that no other filter of the scope has. */
async function freeName(tx: Tx, where: object, typed: string): Promise<string> {
  const name = Name.safeParse(typed);
  if (!name.success) throw new InvalidField("name", name.error.issues[0]?.message ?? "Choose another name.");
  if (await tx.savedFilter.findFirst({ where: { ...where, name: name.data }, select: { id: true } })) {
    throw new InvalidField("name", "Another filter of this list has this name.");
  }
  return name.data;
}
