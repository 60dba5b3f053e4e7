export { cancelScene } from "./cancel-scene";
export { createScene } from "./create-scene";
export { assertShareNoScene } from "./custodian-guards";
export { deriveConsentOfUser } from "./derive-consent";
export { advanceScenesSchedule, advanceScenesTask } from "./expire-scenes";
export { exportScenes } from "./export-scenes";
export { finishSceneTask } from "./finish-scene";
export { inspectScene, listScenesOfAll } from "./inspect-scenes";
export { SCENE_STATUSES } from "./labels";
export {
  type ClosingScenes,
  countScenes,
  findScenes,
  listClosingScenes,
  listScenes,
  SCENES_COUNTED_AT_MOST,
  type SceneRow,
} from "./list-scenes";
export { recordMailOutcome } from "./mail-evidence";
export { resendInvitation } from "./mail-performers";
export { consentInvitationMail, consentReminderMail } from "./mails";
export {
  findReleaseCopy,
  type OpenedReleaseCopy,
  openOwnReleaseCopy,
  openReleaseCopy,
} from "./open-release-copy";
export {
  isPerformer,
  listOwnScenes,
  listUploadedScenes,
  OWN_SCENE_VIEWS,
  type OwnScene,
  type OwnScenesSummary,
  type OwnSceneView,
  openConsent,
  sumOwnScenes,
  type UploadedScene,
} from "./own-scenes";
export { findPerformerByToken, type PerformerOfLink, performerLink } from "./performer-links";
export { type ConsentPage, type PerformerStage, performerStage, recordPageView } from "./performer-stage";
export { provePerformer } from "./prove-performer";
export { readScene } from "./queries";
export type { SceneLine } from "./record-history";
export { refusalText } from "./refusal-text";
export { refuseConsent } from "./refuse-consent";
export {
  makeReleaseCopyTask,
  resumeReleaseCopies,
  resumeReleaseCopiesTask,
  sweepReleaseObjectTask,
} from "./release-copies";
export { releaseCopyMail } from "./release-copy-mail";
export type { Release, ReleaseSection } from "./release-text";
export { type FoundRecord, searchSceneRecords } from "./search-records";
export { readRelease, SignedName, signRelease } from "./sign-release";
export { type SceneRecord, type ShownAttestation, viewSceneRecord } from "./view-record";
export { type SceneEvent, type SceneFees, type ScenePerformerView, type SceneView, viewScene } from "./view-scene";
