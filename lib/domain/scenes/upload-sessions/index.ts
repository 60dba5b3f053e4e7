export { ageOnDayTask } from "./age-on-day";
export { completeCollab, completeSolo, NO_ADDRESS, OWN_ADDRESS, readNames } from "./complete-session";
export { attestationCopyMail } from "./copies/attestation-copy-mail";
export {
  type AttestedSession,
  listAttestedSessions,
  openAttestationCopy,
  viewAttestationCopy,
} from "./copies/open-attestation-copy";
export { createUploadSession } from "./create-session";
export { eraseUploadSessions, eraseUploadSessionsTask } from "./erase-sessions";
export { inspectSession, listSessionsOfAll } from "./inspect-sessions";
export { UPLOAD_SESSION_STATUSES } from "./labels";
export {
  attestedList,
  isOwnSession,
  listPendingUploads,
  type OwnAttestation,
  openOwnSession,
  type PendingUpload,
} from "./own-sessions";
export { type SessionRow, sessionList } from "./portal/list-sessions";
export { type UploadSessionView, viewUploadSession } from "./portal/view-session";
export { findSessionByToken, readUploadSession, type SessionOfLink } from "./queries";
export { statementOf } from "./statement";
