export { checkCode, maskAddress, proveByMailLink, sendCode } from "./prove-mailbox";
export { type Payment, personOf, readMailedCheck, readPayment, readStage, type Stage } from "./read-stage";
