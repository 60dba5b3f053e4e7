export { CODE_DIGITS, checkCode, hasLiveCode } from "./codes";
export { onboardingCodeMail } from "./mails";
export { maskAddress } from "./mask-address";
export { type Payment, personOf, readMailedRejection, readPayment, readStage, type Stage } from "./read-stage";
export { sendCode } from "./send-code";
export {
  findVisit,
  forgetVisits,
  forgetVisitsSchedule,
  forgetVisitsTask,
  proveByMailLink,
  provenVisit,
  type Visit,
  type VisitCookie,
  visitCookieName,
} from "./visits";
