export {
  countEndingCertificates,
  countRevokedLately,
  ENDING_COUNTED_AT_MOST,
  REVOKED_COUNTED_AT_MOST,
} from "./certificate-counts";
export type { Performer } from "./checklist";
export { createProduction, type Registration, registerProduction, registerProductionIn } from "./create-production";
export { type ProductionRecord, viewProductionRecord } from "./custody";
export { addDepiction, removeDepiction } from "./depictions/add-depictions";
export { importDepictions } from "./depictions/import-depictions";
export { countUnhashed, type DepictionOfProduction, listDepictions } from "./depictions/list-depictions";
export { addLoggedDepictions, listAddableDepictions } from "./depictions/logged-depictions";
export { editProduction, readDetails } from "./details";
export { eraseExpiredScenes, eraseExpiredScenesTask } from "./erase-scenes";
export type { ProductionStatus } from "./labels";
export { type LinkablePartner, linkPartner, listLinkablePartners } from "./link-partner";
export { ownProductionList, type ProductionRow, productionList } from "./list-productions";
export { performersVerifiedMail, productionRegisteredMail } from "./mails";
export { readProductionMark } from "./portal/production-mark";
export { type LinkedProduction, viewLinkedProduction } from "./portal/view-linked";
export { listOfPerformer, readProduction } from "./queries";
export { renameProducer } from "./rename-producer";
export { type AddableScene, addScene, joinScene, listAddableScenes, removeScene } from "./scenes";
export { beginSeal, queueSeal, readSealStatement, SEAL_TASK, sealJobKey } from "./sealing/begin-seal";
export { SEAL_HELD, sealHoldsOn } from "./sealing/seal-holds";
export {
  askLinked,
  confirmTakedown,
  findUnfrozen,
  freezeProduction,
  markTakenDown,
  rejectTakedown,
  requestTakedown,
  takeFreezeAlarms,
} from "./takedowns";
export { tellVerifiedTask } from "./tell-verified";
export { type ProductionView, viewProduction } from "./view-production";
