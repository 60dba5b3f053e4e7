export { checkCode } from "./check-code";
export { CODE_DIGITS, hasLiveCode } from "./codes";
export { forgetVisits, forgetVisitsSchedule, forgetVisitsTask } from "./forget-visits";
export { onboardingCodeMail } from "./mails";
export { maskAddress } from "./mask-address";
export { proveByMailLink } from "./prove-by-mail-link";
export { personOf, readStage, type Stage } from "./read-stage";
export { sendCode } from "./send-code";
export { findVisit, provenVisit, type Visit, type VisitCookie, visitCookieName } from "./visits";
