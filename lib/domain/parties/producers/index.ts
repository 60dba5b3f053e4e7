export { acceptProducerInvitation, setProducerName } from "./accept-invitation";
export { findProducerInvitation, listProducerInvitationsOf, type ProducerInvitationView } from "./find-invitation";
export {
  findPartnersProducer,
  partnersOfProducer,
} from "./find-producer";
export {
  inviteProducer,
  resendProducerInvitation,
  withdrawProducerInvitation,
} from "./invite-producer";
export {
  type ListedInvitation,
  type ListedProducer,
  listAllProducers,
  listProducers,
  viewProducer,
} from "./list-producers";
export { producerInvitationMail } from "./mails";
