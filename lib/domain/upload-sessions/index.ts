export { attestationLink } from "./attestation-links";
export { completeCollab, completeSolo } from "./complete-session";
export { createUploadSession } from "./create-session";
export type { Obstacle } from "./obstacles";
export { findSessionByToken, readUploadSession, type SessionOfLink } from "./queries";
export { type Statement, statementOf } from "./statement";
