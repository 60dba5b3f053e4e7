export { load, saving } from "./file";
export { addLines, draft, finalize, type Line, payOnPage, payWith, voidInvoice, wrongStatus } from "./invoices";
export {
  CARDS,
  type CardKind,
  dispute,
  isCardKind,
  isUnanswered,
  makeDefault,
  payAway,
  payLate,
  saveCard,
} from "./payments";
export { answerBank, cancelAtPeriodEnd, peopleOf, submitCard } from "./people";
export { Account, invalid, missing, newId, Refusal, type StripeEvent, type Thing, textOf, toJson } from "./state";
export { advance, changeCard, end, isFreshPortal, passTime } from "./subscriptions";
export { ADULT, fail, type PeerPerson, showDocument, verify } from "./verifications";
