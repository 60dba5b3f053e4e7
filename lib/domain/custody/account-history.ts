import { z } from "zod";
import { db } from "@/lib/platform/db";

const SHOWN = 200;

/** One line of the ledger about an account or the question to its person. */
export type AccountLine = {
  id: string;
  at: Date;
  action: string;
  /** Who it was: a person of the service or of the partner by name, a key by name, else what they are. */
  who: string;
  reason: string | null;
  /** Where a status changed, what it became. */
  to: string | null;
  note: string | null;
};

const Detail = z.object({ to: z.string().optional(), note: z.string().optional() }).catch({});

/** All that the ledger holds about an account and its link, the latest first. For the service's own people only. */
export async function accountHistory({
  accountId,
  linkRequestId,
}: {
  accountId: string;
  linkRequestId: string | null;
}): Promise<AccountLine[]> {
  const about = [{ subjectKind: "solo_account", subjectId: accountId }];
  if (linkRequestId) about.push({ subjectKind: "link_request", subjectId: linkRequestId });
  const lines = await db.ledgerEntry.findMany({
    where: { OR: about },
    orderBy: { seq: "desc" },
    take: SHOWN,
    select: { seq: true, at: true, action: true, actorKind: true, actorId: true, reason: true, detail: true },
  });
  const ids = (...kinds: string[]) =>
    lines.flatMap(({ actorKind, actorId }) => (kinds.includes(actorKind) ? [actorId] : []));
  const [people, keys] = await Promise.all([
    db.user.findMany({
      where: { id: { in: ids("staff", "portal_user") } },
      select: { id: true, name: true, email: true },
    }),
    db.apiKey.findMany({ where: { id: { in: ids("partner_key") } }, select: { id: true, name: true } }),
  ]);
  const names = new Map([
    ...people.map(({ id, name, email }) => [id, name ?? email] as const),
    ...keys.map(({ id, name }) => [id, `API key “${name}”`] as const),
  ]);
  return lines.map(({ seq, at, action, actorKind, actorId, reason, detail }) => {
    const { to = null, note = null } = Detail.parse(JSON.parse(detail));
    const who = names.get(actorId) ?? OTHERS[actorKind] ?? actorId;
    return { id: seq.toString(), at, action, who, reason, to, note };
  });
}

const OTHERS: Record<string, string | undefined> = {
  partner_key: "An API key",
  portal_user: "Somebody of the partner",
  staff: "A custodian",
  person: "The creator",
};
