export { assertMay, authorize, ensureUser, maySignIn, nameText, removeUser, userInsertion } from "./authorize";
export {
  appointCustodian,
  assertCustodian,
  conflictsOf,
  dismissCustodian,
  isCustodian,
  setBlursPictures,
} from "./custodians";
export { INVITATION, INVITATION_LIFE_MS, type InvitationState, invitationState, openAt } from "./invitation-state";
export { noAccountMail, passkeyAddedMail, securityNoticeMail, signInMail } from "./mails";
export {
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeySignIn,
  CHALLENGE_MS,
  listPasskeys,
  PasskeyName,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from "./passkeys";
export { type Capability, may, portalHome, ROLE_LABELS, ROLES, whoMay } from "./roles";
export {
  confirmApp,
  type FactorOutcome,
  findNewApp,
  findSecondFactors,
  makeRecoveryCodes,
  proveByCode,
  removeApp,
  removeSecondFactors,
  startApp,
  totpSecretColumn,
} from "./second-factors";
export {
  type AnySession,
  assertFresh,
  endOtherSessions,
  endSession,
  endSessionOf,
  findAnySession,
  findSession,
  isFresh,
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
  isLinkOf,
  MAILS_A_DAY,
  nextMailAt,
  requestSignInLink,
  safePath,
} from "./sign-in-links";
export { type SignInClient, signInStore } from "./sign-in-store";
