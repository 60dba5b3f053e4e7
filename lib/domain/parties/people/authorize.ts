import { type Ctx, partnerOf, type Role } from "@/lib/domain/core/context";
import { lockPartner } from "@/lib/domain/parties/locks";
import type { Tx } from "@/lib/platform/db";
import { Forbidden, NotFound } from "@/lib/platform/errors";
import { ALLOWED, type Capability, ROLE_LABELS } from "./roles";

// How each kind of actor is authorized:
//
// - Pages, navigation and data routes of a partner's team use `may`, with the session's role.
// - Verbs don't trust the session. Changes to a partner's records call `assertMay`. Changes to its team or keys call
// `authorize`, which also locks the partner.
// - Custodians' verbs call `assertNoConflict`, and lists of many records `assertCustodian`.
// - People act on their own records: their verbs look them up by the actor's id, so another person's isn't found.
//
// The types restrict the actor's kind: only a custodian's session can make a `Ctx<StaffActor>`.

/** A partner, and an action on it. */
type PartnerAction = { partnerId: string; to: Capability };

/**
 * Checks that the actor may do `to` for a partner. Reads portal users' roles from the database, whatever the session
 * says. A partner's program only manages its records. Operators and jobs (`system`) may do everything. Throws
 * `NotFound` for another's partner, `Forbidden` for a role or key without the permission.
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
 * `assertMay`, and locks the partner until the transaction ends. So changes to one partner's team and keys run one
 * after another, and a role that was just removed no longer counts. Throws as `assertMay` does.
 */
export async function authorize(tx: Tx, ctx: Ctx, action: PartnerAction): Promise<void> {
  if (!(await lockPartner(tx, action.partnerId))) throw new NotFound();
  await assertMay(tx, ctx, action);
}

function refusal(role: Role, to: Capability): string {
  const able = ALLOWED[to].map((name) => ROLE_LABELS[name].name.toLowerCase()).join(", ");
  return `Your role is ${ROLE_LABELS[role].name.toLowerCase()}. This needs: ${able}.`;
}
