export {
  assertNotElsewhere,
  assign,
  assigneeOf,
  listColleagues,
  releaseAll,
  takeBatch,
  takeNext,
} from "./assignment";
export {
  DOCUMENT_TYPES,
  documentLabels,
  newestPhotos,
  PHOTO_KINDS,
  type PhotoKind,
  photosNeeded,
} from "./documents";
export { purgeDrafts, purgeDraftsSchedule, purgeDraftsTask, saveDetails, saveDocument } from "./drafts";
export { type ReviewFigures, readReviewFigures, readUsualTimes, type UsualTimes } from "./figures";
export {
  addKnownCasePhoto,
  decideKnownCase,
  findKnownCaseOutcome,
  type KnownCaseOutcome,
  type KnownCaseRow,
  knownCaseList,
  makeKnownCase,
  plantKnownCase,
  plantKnownCasesSchedule,
  plantKnownCasesTask,
  retireKnownCase,
  viewKnownCase,
} from "./known-cases";
export { type InReview, reviewTimeText, STATEMENTS, STATEMENTS_VERSION, type Statement } from "./labels";
export { type FoundOrigin, findAndLockCheck, findOrigin, type LockedCheck, lockCheck, opensCheck } from "./lock-check";
export { markCheckTask, markMissingSchedule, markMissingTask } from "./marks";
export { addNote, askOpinion, giveOpinion, reassign, withdrawOpinion } from "./notes";
export {
  endHandoff,
  findHandoff,
  finishHandoff,
  HANDOFF_MS,
  openHandoff,
  type PhoneStep,
  phoneCookieName,
  type ShownHandoff,
  startHandoff,
  takeHandoff,
} from "./photo-handoff";
export { findUnanswered, isAnswered, isReadAgain, isUnanswered, sendAskedPhotos } from "./photo-request";
export {
  acceptsPhotos,
  addPhoto,
  insertPhoto,
  photoKey,
  putPhoto,
  readPhoto,
  removePhoto,
  sweepIdentityObjectTask,
  sweepUnclaimed,
} from "./photos";
export {
  findLatestCheck,
  findProofs,
  findRefusal,
  findVerification,
  type IdentityStage,
  type OwnCheck,
  readDifferences,
  readDocumentNumber,
  readIdentityStage,
} from "./queries";
export { readDocumentTask } from "./read-document";
export { READING_FIELDS, type ReadingField, skipReading } from "./reading";
export {
  faultWordings,
  type Letter,
  PHOTO_FAULTS,
  photosLetter,
  REJECTION_REASONS,
  type RejectionReason,
  rejectionLetter,
  rejectionWordings,
} from "./rejection-reasons";
export {
  checkList,
  countWaiting,
  type FoundCheck,
  findChecks,
  findNeighbors,
  openNext,
  type QueueRow,
  type QueueView,
} from "./review-queue";
export type { Risk } from "./risks";
export { type Answers, missingParts, missingPhotos, startCheck, submitCheck } from "./start-check";
export { insertImported, moveCheck, setIdentity, setPhotosAsked } from "./states";
export {
  beginVendorSession,
  keepVerified,
  readVendorSession,
  type VerifiedPerson,
} from "./vendor-session";
export { type CheckHistory, listCheckHistory, type ViewedCheck, viewCheck } from "./view-check";
export { assertLookedAt, openEvidence, viewOwnPhoto, viewPhoto } from "./view-photo";
export type { ViewPurpose } from "./view-purposes";
