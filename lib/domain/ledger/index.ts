export type { LedgerAction } from "./actions";
export { record } from "./record";
export { verifyLedger } from "./verify-ledger";
