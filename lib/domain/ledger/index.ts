export { record } from "./record";
export { verifyLedger } from "./verify-ledger";
