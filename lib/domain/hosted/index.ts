export { attest, attestationInsertion } from "./attest";
export {
  accountSubject,
  findVisit,
  forgetVisitsSchedule,
  forgetVisitsTask,
  HOSTED_AREAS,
  type HostedArea,
  performerSubject,
  provenVisit,
  proveVisit,
  startVisit,
  type Visit,
  type VisitCookie,
  visitCookieName,
} from "./visits";
