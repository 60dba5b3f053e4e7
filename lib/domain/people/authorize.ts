import { type Ctx, partnerOf, type Role } from "@/lib/domain/context";
import { lockPartner } from "@/lib/domain/locks";
import type { Tx } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { ALLOWED, type Capability, ROLE_LABELS } from "./roles";

// Authorization, by kind of actor:
//
// - What a partner's team sees (pages, rails, data routes) goes by `may`, for the role that the session has.
// - A verb trusts no session. One that changes a partner's records asks `assertMay`, one that changes its team or its keys
//   asks `authorize`: `assertMay` with the partner held.
// - A custodian's verb asks `assertCustodian`, or `assertMayReview` of the identity subject.
// - A person acts on what is theirs: their verbs look it up by the actor's id, and what is another's is not found.
//
// The actor's kind by itself is for the types: `Ctx<StaffActor>` is as much as to say that nobody else gets in.

/** A partner, and an action on it. */
type PartnerAction = { partnerId: string; to: Capability };

/**
 * Makes sure that the actor may do `to` for a partner. Portal users are looked up in the database, whatever the session
 * believed; a partner's program manages its records and nothing else; operators and jobs (`system`) may do everything.
 * Throws `NotFound` for a partner that is not the actor's, `Forbidden` for a role or a key that may not.
 */
export async function assertMay(tx: Tx, { actor }: Ctx, { partnerId, to }: PartnerAction): Promise<void> {
  if (actor.kind === "system") return;
  if (partnerOf(actor) !== partnerId) throw new NotFound();
  if (actor.kind === "partner_key" && to === "manage_records") return;
  if (actor.kind !== "portal_user") throw new Forbidden("Only members of the partner’s team may do this.");
  const member = await tx.partnerMember.findUnique({
    where: { partnerId_userId: { partnerId, userId: actor.userId } },
    select: { role: true },
  });
  if (!member) throw new NotFound();
  if (!ALLOWED[to].includes(member.role)) throw new Forbidden(refusal(member.role, to));
}

/**
 * `assertMay`, and holds the partner until the transaction ends: changes to one partner's team and keys happen one after
 * another, and a role that was just taken away no longer counts. Throws as `assertMay` does.
 */
export async function authorize(tx: Tx, ctx: Ctx, action: PartnerAction): Promise<void> {
  if (!(await lockPartner(tx, action.partnerId))) throw new NotFound();
  await assertMay(tx, ctx, action);
}

function refusal(role: Role, to: Capability): string {
  const able = ALLOWED[to].map((name) => ROLE_LABELS[name].name.toLowerCase()).join(", ");
  return `Your role is ${ROLE_LABELS[role].name.toLowerCase()}. This needs: ${able}.`;
}
