export { acceptInvitation, invitationMail, inviteMember, withdrawInvitation } from "./invitations";
export {
  CreatePartnerInput,
  changeRole,
  createPartner,
  holdFee,
  keepServedDays,
  listPartners,
  removeMember,
  setFeeLapsed,
  setPartnerStatus,
} from "./partners";
export {
  findInvitation,
  getPartner,
  type InvitationView,
  listInvitationsOf,
  listTeam,
  readInTurn,
} from "./queries";
