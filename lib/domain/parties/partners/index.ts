export { acceptInvitation, invitationMail, inviteMember, withdrawInvitation } from "./invitations";
export {
  CreatePartnerInput,
  changeRole,
  createPartner,
  holdFee,
  keepServedDays,
  listPartners,
  removeMember,
  requireSecondFactor,
  setFeeLapsed,
  setPartnerLimits,
  setPartnerStatus,
} from "./partners";
export {
  findInvitation,
  getLimits,
  getPartner,
  type InvitationView,
  listInvitationsOf,
  listTeam,
  readInTurn,
} from "./queries";
