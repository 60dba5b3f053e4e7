export { assertMay, authorize } from "./authorize";
export { appointCustodian, assertCustodian, conflictsOf, dismissCustodian, isCustodian } from "./custodians";
export { INVITATION_LIFE_MS, type InvitationState, invitationState, openAt } from "./invitation-state";
export { MAILS_A_DAY, nextMailAt } from "./mail-cap";
export { noAccountMail, passkeyAddedMail, signInMail } from "./mails";
export { listPasskeys, PasskeyName, removePasskey, renamePasskey } from "./passkeys";
export { type Capability, may, ROLE_LABELS, ROLES } from "./roles";
export {
  endOtherSessions,
  endSession,
  endSessionOf,
  findSession,
  listSessions,
  type Membership,
  type SignedIn,
  shortenSessions,
} from "./sessions";
export {
  createSigninLink,
  findSignInToken,
  forgetExpiredSignIns,
  forgetExpiredSignInsTask,
  hasSignedIn,
  requestSignInLink,
  safePath,
  spendChallenge,
} from "./sign-in-links";
export { type SignInClient, signInStore } from "./sign-in-store";
export { ensureUser, maySignIn, nameText, userInsertion } from "./users";
