export { type LedgerLine, record } from "./record";
export { type BrokenRow, verifyLedger } from "./verify-ledger";
