export {
  actedBy,
  attest,
  attestationInsertion,
  eraseAttestations,
  evidenceOf,
  presentAttestation,
  type ShownAttestation,
} from "./attest";
export {
  CODE_DIGITS,
  CODE_MS,
  type CodeOutcome,
  hasLiveCode,
  issueCode,
  mailLinkCode,
  proveByCode,
  type SentCode,
} from "./codes";
export { linkCodeMail } from "./mails";
export { counted, type Statement, statementOf } from "./statement";
export {
  accountSubject,
  findProof,
  findVisit,
  forgetVisitsSchedule,
  forgetVisitsTask,
  HOSTED_AREAS,
  type HostedArea,
  performerSubject,
  proveBrowser,
  provenVisit,
  recordViewed,
  removalSubject,
  type Visit,
  type VisitCookie,
  visitCookieName,
  visitOfPress,
} from "./visits";
