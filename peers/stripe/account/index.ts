export { CARDS, type CardKind, isCardKind, makeDefault } from "./cards";
export { load, saving } from "./file";
export { addLines, draft, finalize, type Line, payOnPage, payWith, voidInvoice, wrongStatus } from "./invoices";
export { dispute, payAway } from "./payments";
export { answerBank, cancelAtPeriodEnd, peopleOf, submitCard } from "./people";
export { invalid, missing, Refusal } from "./refusal";
export { Account, type Happening, newId, type Thing, textOf, toJson } from "./state";
export { advance, changeCard, end } from "./subscriptions";
export { isFreshPortal, passTime } from "./time";
