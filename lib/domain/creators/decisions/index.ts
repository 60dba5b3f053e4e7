export { approveIdentity, askForPhotos, rejectIdentity } from "./apply-decision";
export { importIdentity } from "./import-identity";
export { identityApprovedMail, identityRejectedMail, photosAskedMail } from "./mails";
export { receiveVendorMessage, refreshVendorCheck } from "./vendor-messages";
