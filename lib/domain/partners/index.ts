export { acceptInvitation } from "./accept-invitation";
export type { ChangeAction } from "./change-lines";
export { changeRole } from "./change-role";
export { CreatePartnerInput, createPartner } from "./create-partner";
export { inviteMember } from "./invite-member";
export { type Change, type Changes, listChangesToday } from "./list-changes";
export { listPartners } from "./list-partners";
export { invitationMail } from "./mails";
export {
  findInvitation,
  getPartner,
  listInvitationsOf,
  listTeam,
  type SeenInvitation,
} from "./queries";
export { removeMember } from "./remove-member";
export { setPartnerStatus } from "./set-partner-status";
export { withdrawInvitation } from "./withdraw-invitation";
