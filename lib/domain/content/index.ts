export { confirmCopy } from "./confirm-copy";
export { deleteContent } from "./delete-content";
export { eraseExpired, eraseExpiredTask } from "./erase-expired";
export { logDepiction } from "./log-depiction";
export { sweepAbandonedUploads, sweepAbandonedUploadsTask, sweepCopyObjectTask } from "./sweep-objects";
export { getUploader } from "./uploader";
