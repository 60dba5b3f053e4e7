export { assertMay, authorize, ensureUser, maySignIn, nameText, userInsertion } from "./authorize";
export { appointCustodian, assertCustodian, conflictsOf, dismissCustodian, isCustodian } from "./custodians";
export { INVITATION, INVITATION_LIFE_MS, type InvitationState, invitationState, openAt } from "./invitation-state";
export { noAccountMail, passkeyAddedMail, signInMail } from "./mails";
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
  MAILS_A_DAY,
  nextMailAt,
  requestSignInLink,
  safePath,
  spendChallenge,
} from "./sign-in-links";
export {
  listPasskeys,
  PasskeyName,
  removePasskey,
  renamePasskey,
  type SignInClient,
  signInStore,
} from "./sign-in-store";
