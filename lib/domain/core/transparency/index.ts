export { askWitnesses, askWitnessesSchedule, askWitnessesTask } from "./ask-witnesses";
export { integrate, startIntegrating } from "./integrate";
export { addLedgerKey, findOrigin, ledgerKeyColumn, listLedgerKeys, retireLedgerKey } from "./log-keys";
export {
  checkpointIn,
  checkpointWith,
  type FirstTree,
  type Proof,
  ProofsQuery,
  ProofsResponse,
  proofArchive,
  proofsFor,
  proveEntries,
  proveInFirstTree,
} from "./prove";
export { checkpointAt, LOG_PATHS, readCheckpoint, readTile, tilePlace } from "./read-log";
export { readStampFile, stampCheckpoint, stampCheckpointSchedule, stampCheckpointTask } from "./stamp-checkpoint";
export { verifyLog } from "./verify-log";
