/** A portal user's role in a partner's team. */
export type Role = "owner" | "admin" | "developer" | "viewer" | "billing";

/** A partner's own program, by API key. */
export type PartnerKeyActor = { kind: "partner_key"; partnerId: string; keyId: string };
/** A member of the partner's team, in the portal. */
export type PortalUserActor = { kind: "portal_user"; partnerId: string; userId: string; role: Role };
/**
 * One browser's visit by a link, and what proved that the mailbox is theirs. `code`: behind a link that the partner has, too.
 * `link_and_code`: behind a link that only their mail has. `session`: they were signed in.
 */
export type ProvenVisit = { id: string; provenBy: "code" | "mail_link" | "link_and_code" | "session" };
/**
 * A creator or performer, signed in or with a link that proved their mailbox. `visit` for those with a link, `handoffId` for the phone
 * that takes photos for it.
 */
export type PersonActor = { kind: "person"; userId: string; visit?: ProvenVisit; handoffId?: string };
/** A producer, on their own pages. */
export type ProducerActor = { kind: "producer"; userId: string; producerId: string };
/** One of the service's own custodians. `provenAt`: when they last proved who they are. Without it, they can't open ID material. */
export type StaffActor = { kind: "staff"; userId: string; provenAt?: Date };
/** A named examiner, with the link and the code of their examination. `name` is theirs. */
export type ExaminerActor = { kind: "examiner"; examinationId: string; name: string };
/** A job, an outside service's message, or an operator at the console; `name` says which. */
export type SystemActor = { kind: "system"; name: string };

export type Actor =
  | PartnerKeyActor
  | PortalUserActor
  | PersonActor
  | ProducerActor
  | StaffActor
  | ExaminerActor
  | SystemActor;

/** Who acts, and in which request. The first argument of every verb. */
export type Ctx<A extends Actor = Actor> = { actor: A; requestId: string; ip?: string; userAgent?: string };

/** The partner that an actor acts for, if any. */
export const partnerOf = (actor: Actor): string | null => ("partnerId" in actor ? actor.partnerId : null);

/** The id of an actor in the ledger. */
export function actorId(actor: Actor): string {
  switch (actor.kind) {
    case "partner_key":
      return actor.keyId;
    case "system":
      return actor.name;
    case "examiner":
      return actor.examinationId;
    default:
      return actor.userId;
  }
}
