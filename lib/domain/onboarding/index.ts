export { CODE_DIGITS, checkCode, hasLiveCode } from "./codes";
export { onboardingCodeMail } from "./mails";
export { maskAddress } from "./mask-address";
export { proveByMailLink } from "./prove-by-mail-link";
export { type Payment, personOf, readMailedRejection, readPayment, readStage, type Stage } from "./read-stage";
export { sendCode } from "./send-code";
