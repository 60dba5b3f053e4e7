import { db } from "@/lib/platform/db";

/** Names by id. */
export type Names = ReadonlyMap<string, string>;

type Mentioned = Record<"keys" | "users" | "invitations" | "accounts" | "depictions" | "imports", string[]>;

/** The names of everything that is mentioned, by id. Whatever is not this partner's has none. */
export async function findNames(partnerId: string, mentioned: Mentioned): Promise<Names> {
  const ours = (ids: string[]) => ({ partnerId, id: { in: ids } });
  const [keys, users, invitations, accounts, depictions, imports] = await Promise.all([
    db.apiKey.findMany({ where: ours(mentioned.keys), select: { id: true, name: true } }),
    db.user.findMany({ where: { id: { in: mentioned.users } }, select: { id: true, name: true, email: true } }),
    db.partnerInvitation.findMany({ where: ours(mentioned.invitations), select: { id: true, email: true } }),
    db.soloAccount.findMany({ where: ours(mentioned.accounts), select: { id: true, externalUserId: true } }),
    db.depiction.findMany({ where: ours(mentioned.depictions), select: { id: true, title: true } }),
    db.contentImport.findMany({ where: ours(mentioned.imports), select: { id: true, fileName: true } }),
  ]);
  return new Map([
    ...keys.map(({ id, name }) => [id, name] as const),
    ...users.map(({ id, name, email }) => [id, name ?? email] as const),
    ...invitations.map(({ id, email }) => [id, email] as const),
    ...accounts.map(({ id, externalUserId }) => [id, externalUserId] as const),
    ...depictions.map(({ id, title }) => [id, title] as const),
    ...imports.map(({ id, fileName }) => [id, fileName] as const),
  ]);
}
