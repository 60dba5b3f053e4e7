export { integrate, startIntegrating } from "./integrate";
export { addLedgerKey, ledgerKeyColumn, listLedgerKeys, retireLedgerKey } from "./log-keys";
export { LOG_PATHS, readCheckpoint, readTile, tilePlace } from "./read-log";
