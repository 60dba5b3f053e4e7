export { onboardingCodeMail } from "./mails";
export { maskAddress } from "./mask-address";
export { checkCode, proveByMailLink } from "./prove-mailbox";
export { type Payment, personOf, readMailedRejection, readPayment, readStage, type Stage } from "./read-stage";
export { sendCode } from "./send-code";
