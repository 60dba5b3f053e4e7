export { deletedEvent, loggedEvent, storedEvent } from "./content-events";
export { confirmCopy } from "./copies/confirm-copy";
export { sweepAbandonedUploads, sweepAbandonedUploadsTask, sweepCopyObjectTask } from "./copies/copy-objects";
export {
  findOpenableCopies,
  mayOpenCopy,
  type OpenableCopy,
  openCopy,
  openCopyAsCustodian,
  type ReadCopy,
  readCopy,
  readCopyAsCustodian,
  readOpenable,
  readRange,
  streamExaminedCopy,
} from "./copies/open-copy";
export type { LinkedScene } from "./cross-reference/index-entries";
export { HoldReason, liftLegalHold, placeLegalHold } from "./cross-reference/legal-holds";
export {
  type IndexedDepiction,
  type IndexedRecord,
  type IndexedScene,
  IndexFilters,
  type IndexPage,
  searchIndex,
} from "./cross-reference/search-index";
export { type ViewedRecord, viewRecord } from "./cross-reference/view-record";
export { eraseExpired, eraseExpiredTask } from "./erase";
export { depictionProofs } from "./history";
export { discardChecked, sweepImports, sweepImportsTask } from "./import/discard-import";
export { type Importer, keepImportFile, offerImportUpload } from "./import/import-files";
export { rowsDone, rowsReported } from "./import/labels";
export { getImport, listImports, reportImport } from "./import/queries";
export { importContentTask } from "./import/run-import";
export type { ImportState } from "./import/schemas";
export { importChecked, startImport } from "./import/start-import";
export {
  type ContentRow,
  contentList,
  countLateCopies,
  countNewRecords,
  findContent,
  listContentIds,
} from "./lists/list-content";
export { logDepiction } from "./log-depiction";
export { type CopyStatus, type DepictionDetail, getDepiction } from "./present";
export { deleteContent, removeDepiction, TakeDownInput, takeDown } from "./remove-depiction";
export { getUploader } from "./uploader";
