export { acceptInvitation, inviteMember, withdrawInvitation } from "./invitations";
export { invitationMail } from "./mails";
export { changeRole, removeMember } from "./members";
export { CreatePartnerInput, createPartner, holdFee, listPartners, setFeeLapsed, setPartnerStatus } from "./partners";
export {
  findInvitation,
  getPartner,
  type InvitationView,
  listInvitationsOf,
  listTeam,
  readInTurn,
} from "./queries";
export { keepServedDays } from "./served-days";
