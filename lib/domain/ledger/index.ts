export type { LedgerAction } from "./actions";
export { chainOf, type LedgerLine, type LedgerRow, ledgerRow, record } from "./record";
export { verifyLedger } from "./verify-ledger";
export { type Who, whoInWords } from "./who-in-words";
