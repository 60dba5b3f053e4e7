export type { Performer } from "./checklist";
export { type ProductionRecord, viewProductionRecord } from "./custody";
export { addDepiction, removeDepiction } from "./depictions/add-depictions";
export { importDepictions } from "./depictions/import-depictions";
export { countUnhashed, type DepictionOfProduction, productionDepictionList } from "./depictions/list-depictions";
export { addableDepictionList, addLoggedDepictions } from "./depictions/logged-depictions";
export { eraseExpiredScenes, eraseExpiredScenesTask } from "./erase-scenes";
export type { ProductionStatus } from "./labels";
export { ownProductionList, type ProductionRow, productionList } from "./list-productions";
export { performersVerifiedMail, productionRegisteredMail } from "./mails";
export {
  type LinkedProduction,
  productionProofs,
  readProductionMark,
  viewLinkedProduction,
} from "./portal/view-linked";
export {
  createProduction,
  editProduction,
  type LinkablePartner,
  linkPartner,
  listLinkablePartners,
  type Registration,
  readDetails,
  registerProduction,
  registerProductionIn,
  renameProducer,
} from "./production-changes";
export {
  countEndingCertificates,
  countRevokedLately,
  ENDING_COUNTED_AT_MOST,
  listOfPerformer,
  REVOKED_COUNTED_AT_MOST,
  readProduction,
} from "./queries";
export { type AddableScene, addableSceneList, addScene, joinScene, removeScene } from "./scenes";
export {
  beginSeal,
  queueSeal,
  readSealStatement,
  SEAL_HELD,
  SEAL_TASK,
  sealHoldsOn,
  sealJobKey,
} from "./sealing/begin-seal";
export {
  askLinked,
  confirmTakedown,
  findUnfrozen,
  freezeProduction,
  markTakenDown,
  rejectTakedown,
  requestTakedown,
  takedownRequestedEvent,
  takeFreezeAlarms,
} from "./takedowns";
export { tellVerifiedTask } from "./tell-verified";
export { type ProductionView, viewProduction } from "./view-production";
