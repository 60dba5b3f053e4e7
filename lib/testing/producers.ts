import { acceptProducerInvitation, findPartnersProducer, inviteProducer } from "@/lib/domain/parties/producers";
import { inTransaction } from "@/lib/platform/db";
import { type MadePartner, makeUser, personCtx, portalCtx } from "./factories";

/** A partner's admin invites a producer. */
export const invite = (partner: MadePartner, email: string) =>
  inviteProducer(portalCtx(partner, "admin"), { partnerId: partner.id, email });

/** The invited person accepts. */
export const accept = (user: { id: string }, { invitationId }: { invitationId: string }, name = "Lake Films LLC") =>
  acceptProducerInvitation(personCtx(user), { invitationId, name });

/** The id of the partner's producer with this address; null if there is none. */
export const producerAt = (partner: MadePartner, email: string) =>
  inTransaction((tx) => findPartnersProducer(tx, { partnerId: partner.id, email }));

/** A producer who accepted the partners' invitations. */
export async function produce(...partners: MadePartner[]) {
  const user = await makeUser();
  let producerId = "";
  for (const partner of partners) producerId = (await accept(user, await invite(partner, user.email))).producerId;
  return { user, producerId };
}
