export { approveIdentity, askForPhotos, rejectIdentity } from "./apply-decision";
export { closeUnansweredSchedule, closeUnansweredTask } from "./close-unanswered";
export { importIdentity } from "./import-identity";
export { identityApprovedMail, identityRejectedMail, photosAskedMail } from "./mails";
export { receiveVendorMessage, refreshVendorCheck } from "./vendor-messages";
