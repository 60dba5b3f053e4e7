export { appointCustodian } from "./appoint-custodian";
export { authorize } from "./authorize";
export { createSigninLink } from "./create-signin-link";
export { ensureUser } from "./ensure-user";
export { findSession, type Membership, type SignedIn } from "./find-session";
export { forgetExpiredSignIns, forgetExpiredSignInsTask } from "./forget-expired-sign-ins";
export { maySignIn } from "./has-open-invitation";
export { noAccountMail, passkeyAddedMail, signInMail } from "./mails";
export { nameText } from "./name-text";
export {
  listPasskeys,
  PasskeyName,
  removePasskey,
  renamePasskey,
} from "./passkeys";
export { requestSignInLink } from "./request-sign-in-link";
export { may, ROLE_LABELS, ROLES } from "./roles";
export { safePath } from "./safe-path";
export { endOtherSessions, endSession, endSessionOf, listSessions } from "./sessions";
export { type SignInClient, signInStore } from "./sign-in-store";
export { findSignInToken } from "./sign-in-tokens";
