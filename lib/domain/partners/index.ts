export type { ChangeAction } from "./change-lines";
export { acceptInvitation, inviteMember, withdrawInvitation } from "./invitations";
export { type Change, type Changes, listChangesToday } from "./list-changes";
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
