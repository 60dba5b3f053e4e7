export { ACTIONS, type AuditLog, type LedgerAction, type SubjectKind, type Words } from "./actions";
export {
  custodianHistory,
  dated,
  type EntryToProve,
  entriesToProve,
  type HistoryLine,
  type Latest,
  nameActors,
  newestFirst,
  partnerHistory,
  readLedger,
  type ToldEntry,
} from "./history";
export {
  CHAINS,
  chainOf,
  type LedgerLine,
  type LedgerRow,
  ledgerRow,
  record,
  recordViewOf,
  whoInWords,
} from "./record";
export { verifyLedger } from "./verify-ledger";
