export { addPhoto, takesPhotos } from "./add-photo";
export { approveIdentity } from "./approve-identity";
export { missingParts, missingPhotos } from "./completeness";
export { importIdentity } from "./import-identity";
export { identityApprovedMail, identityRejectedMail } from "./mails";
export { purgeDrafts, purgeDraftsSchedule, purgeDraftsTask } from "./purge-drafts";
export {
  type CheckForReview,
  findLatestCheck,
  findVerification,
  getCheckForReview,
  listCheckHistory,
  type OwnCheck,
} from "./queries";
export { refusedUntil } from "./refusal";
export { rejectIdentity } from "./reject-identity";
export { removePhoto } from "./remove-photo";
export { countWaiting, findNeighbours, listChecks, QUEUE_VIEWS, type QueueRow, type QueueView } from "./review-queue";
export { saveDetails } from "./save-details";
export { saveDocument } from "./save-document";
export { startCheck } from "./start-check";
export { submitCheck } from "./submit-check";
export { sweepIdentityObjectTask } from "./sweep-objects";
export { beginVendorSession } from "./vendor/begin-session";
export { receiveVendorMessage, refreshVendorCheck } from "./vendor/receive-message";
export { openEvidence, readGrant } from "./view-grant";
export { viewOwnPhoto, viewPhoto } from "./view-photo";
