export type { LedgerAction } from "./actions";
export { nameActors } from "./name-actors";
export {
  chainOf,
  type LedgerLine,
  type LedgerRow,
  ledgerRow,
  record,
  recordView,
  type Who,
  whoInWords,
} from "./record";
export { verifyLedger } from "./verify-ledger";
