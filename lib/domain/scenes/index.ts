export { cancelIn, cancelScene, finishSceneTask } from "./cancel-scene";
export { deriveConsentOfUser, JOB_VERIFIED_TASK } from "./consent/derive-consent";
export {
  isPerformer,
  OWN_SCENE_VIEWS,
  type OwnScene,
  type OwnScenesSummary,
  type OwnSceneView,
  openConsent,
  ownSceneList,
  sumOwnScenes,
  type UploadedScene,
  uploadedSceneList,
} from "./consent/own-scenes";
export {
  type PerformerStage,
  performerStage,
  recordPageView,
  recordTextOpened,
} from "./consent/performer-stage";
export { provePerformer, sendPerformerCode } from "./consent/prove-performer";
export { refuseConsent } from "./consent/refuse-consent";
export { readRelease, signRelease } from "./consent/sign-release";
export {
  lockToWithdraw,
  mayWithdraw,
  recordWithdrawal,
  withdrawalStatement,
} from "./consent/withdraw-distribution";
export { completeCreation, createScene, insertJob, writeScene } from "./create-scene";
export { liftSceneHold, placeSceneHold } from "./custody/legal-holds";
export { linkedDepictions } from "./custody/record-links";
export { type FoundRecord, sceneRecordList } from "./custody/search-records";
export { type ErasedScene, type SceneRecord, viewErasedScene, viewSceneRecord } from "./custody/view-record";
export { releaseWithdrawnBy, type WithdrawnRelease } from "./custody/withdrawn-release";
export { eraseScene, findErasable, lockToErase, nextExpiredScenes, SCENE_ENTRIES } from "./erase-scene";
export { advanceScenesSchedule, advanceScenesTask } from "./expire-scenes";
export { inspectScene, listScenesOfAll } from "./inspect-scenes";
export { SCENE_STATUSES, type SceneStatus, SIGNING_MS } from "./labels";
export { recordMailOutcome, resendInvitation } from "./mails/mail-performers";
export { consentInvitationMail, consentReminderMail, isPlainTitle, releaseCopyMail } from "./mails/mails";
export type { OwnPublication } from "./own-publications";
export {
  CLOSING_READ,
  type Closing,
  closingOf,
  countScenes,
  FEE_COLUMNS,
  listClosingScenes,
  performerStartsWith,
  perScene,
  SCENES_COUNTED_AT_MOST,
  type SceneRow,
  sceneList,
} from "./portal/list-scenes";
export { actsOfTeam, sceneProofs } from "./portal/scene-history";
export {
  invitationOf,
  readSceneMark,
  type SceneFees,
  type ScenePerformerView,
  type SceneView,
  viewScene,
} from "./portal/view-scene";
export { presentNeeds } from "./present";
export { findPerformerByToken, type PerformerOfLink, performerLink, readScene } from "./queries";
export { quotable } from "./quotable";
export {
  findReleaseCopy,
  makeReleaseCopyTask,
  openOwnReleaseCopy,
  openReleaseCopy,
  proveOwnRelease,
  readReleaseCopy,
  resumeReleaseCopies,
  resumeReleaseCopiesTask,
  sweepReleaseObjectTask,
} from "./releases/release-copies";
export { type ReleaseSection, refusalText } from "./releases/release-text";
export { consentedEvent, createdEvent, expiredEvents, greenlitEvents, refusedEvents } from "./scene-events";
export { requireMayUpload, UPLOADER_FACTS, type UploaderFacts, uploaderObstacle } from "./scene-uploader";
export { isOpen } from "./states";
export { extendScene } from "./syndication/extend-scene";
export {
  type ExtendedScene,
  type ExtendedSceneRow,
  extendedSceneList,
  viewExtendedScene,
} from "./syndication/extended-scenes";
export {
  type MappedPublication,
  type PermittedPlatform,
  type SyndicationMap,
  viewSignedSceneMap,
  viewUploadedSceneMap,
} from "./syndication/own-map";
export { registerPublication, removePublication } from "./syndication/publications";
