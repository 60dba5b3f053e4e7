export { acceptInvitation, inviteMember, withdrawInvitation } from "./invitations";
export { invitationMail } from "./mails";
export { changeRole, removeMember } from "./members";
export { CreatePartnerInput, createPartner, listPartners, setPartnerStatus } from "./partners";
export {
  findInvitation,
  getPartner,
  type InvitationView,
  listInvitationsOf,
  listTeam,
  readInTurn,
} from "./queries";
export { keepServedDays } from "./served-days";
