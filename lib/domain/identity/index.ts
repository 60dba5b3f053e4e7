export { listCheckHistory } from "./check-history";
export { approveIdentity, rejectIdentity } from "./decisions";
export { documentLabels, type PhotoKind } from "./documents";
export { purgeDrafts, purgeDraftsSchedule, purgeDraftsTask, saveDetails, saveDocument } from "./drafts";
export { importIdentity } from "./import-identity";
export { opensCheck } from "./lock-check";
export { identityApprovedMail, identityRejectedMail } from "./mails";
export { acceptsPhotos, addPhoto, readPhoto, removePhoto, sweepIdentityObjectTask } from "./photos";
export {
  findLatestCheck,
  findRefusal,
  findVerification,
  type OwnCheck,
  readDocumentNumber,
} from "./queries";
export { type IdentityStage, readIdentityStage } from "./read-identity-stage";
export { countWaiting, findNeighbors, listChecks, QUEUE_VIEWS, type QueueRow, type QueueView } from "./review-queue";
export { startCheck } from "./start-check";
export { missingParts, missingPhotos, submitCheck } from "./submit-check";
export { receiveVendorMessage, refreshVendorCheck } from "./vendor-messages";
export { beginVendorSession } from "./vendor-session";
export { type ViewedCheck, viewCheck } from "./view-check";
export { openEvidence, viewOwnPhoto, viewPhoto } from "./view-photo";
export type { ViewPurpose } from "./view-purposes";
