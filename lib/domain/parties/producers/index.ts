export {
  acceptProducerInvitation,
  findProducerInvitation,
  listProducerInvitationsOf,
  type ProducerInvitationView,
  setProducerName,
} from "./accept-invitation";
export {
  findPartnersProducer,
  inviteProducer,
  partnersOfProducer,
  resendProducerInvitation,
  withdrawProducerInvitation,
} from "./invite-producer";
export {
  type ListedInvitation,
  type ListedProducer,
  linkedProducerList,
  listAllProducers,
  listProducerInvitations,
  viewProducer,
} from "./list-producers";
export { producerInvitationMail } from "./mails";
