import type { Tx } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { type Ctx, partnerOf, type Role } from "../context";
import { lockPartner } from "../locks";
import { ALLOWED, type Capability, ROLE_LABELS } from "./roles";

/**
 * Makes sure that the actor may do `to` for a partner, and holds the partner until the transaction ends: changes to one
 * partner's team and keys happen one after another, and a role that was just taken away no longer counts. Portal users
 * are looked up in the database, whatever the session believed; operators and jobs (`system`) may do everything.
 * Throws `NotFound` for a partner that is not the actor's, `Forbidden` for a role that may not.
 */
export async function authorize(
  tx: Tx,
  ctx: Ctx,
  { partnerId, to }: { partnerId: string; to: Capability },
): Promise<void> {
  const { actor } = ctx;
  if (actor.kind !== "system" && partnerOf(actor) !== partnerId) throw new NotFound();
  if (!(await lockPartner(tx, partnerId))) throw new NotFound();
  if (actor.kind === "system") return;
  if (actor.kind !== "portal_user") throw new Forbidden("Only people of the partner's team may do this.");
  const member = await tx.partnerMember.findUnique({
    where: { partnerId_userId: { partnerId, userId: actor.userId } },
    select: { role: true },
  });
  if (!member) throw new NotFound();
  if (!ALLOWED[to].includes(member.role)) throw new Forbidden(refusal(member.role, to));
}

function refusal(role: Role, to: Capability): string {
  const able = ALLOWED[to].map((name) => ROLE_LABELS[name].name.toLowerCase()).join(", ");
  return `Your role is ${ROLE_LABELS[role].name.toLowerCase()}. This needs: ${able}.`;
}
