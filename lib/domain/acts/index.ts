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
  type CodeOutcome,
  hasLiveCode,
  issueCode,
  mailCode,
  mailLinkCode,
  proveByCode,
  type SentCode,
} from "./codes";
export { derivedLink, type LinkColumns } from "./derived-links";
export { linkCodeMail, onboardingCodeMail } from "./mails";
export { counted, type Statement, statementOf } from "./statement";
export {
  accountSubject,
  examinationSubject,
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
  startVisit,
  type Visit,
  type VisitCookie,
  visitCookieName,
  visitOfPress,
} from "./visits";
