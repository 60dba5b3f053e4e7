export {
  actedBy,
  attest,
  attestationInsertion,
  eraseAttestations,
  presentAttestation,
  type ShownAttestation,
  traceOf,
} from "./attest";
export { CODE_DIGITS, CODE_MS, type CodeOutcome, hasLiveCode, issueCode, proveByCode } from "./codes";
export { counted, type Statement, statementOf } from "./statement";
export {
  accountSubject,
  findVisit,
  forgetVisitsSchedule,
  forgetVisitsTask,
  HOSTED_AREAS,
  type HostedArea,
  performerSubject,
  proveBrowser,
  provenVisit,
  type Visit,
  type VisitCookie,
  visitCookieName,
} from "./visits";
