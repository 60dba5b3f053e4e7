export { claimColumn, removalNotesColumn, removalWordsColumn } from "./claim";
export { removalLinkMail, removalNewsMail, tellProgressTask } from "./claimant-mails/tell-claimant";
export {
  addFiles,
  addUrls,
  answer,
  appeal,
  findClaimant,
  proveClaimant,
  sendClaimantCode,
  withdrawRequest,
} from "./claimant-page/change-request";
export type { NamedThing } from "./claimant-page/named-things";
export type { Platform } from "./claimant-page/platforms";
export { type ClaimantView, findClaimantView, type Message } from "./claimant-page/view-request";
export {
  mailClocksSchedule,
  mailClocksTask,
  removalFreezesMail,
  removalMatchesMail,
  removalsDueMail,
  takedownClockMail,
} from "./clocks/mail-clocks";
export { CLOCKS_COUNTED_AT_MOST, clockFigures, type RunningClocks, readRunningClocks } from "./clocks/running-clocks";
export { calendarOf, deadlineOf, LAST_HOURS_MS } from "./deadline";
export { attachItem } from "./deciding/add-items";
export {
  isMine,
  listColleagues,
  openNext,
  releaseRequests,
  takeNextRequest,
  takeRequests,
} from "./deciding/assignment";
export { confirmItem } from "./deciding/confirm-item";
export { type ClusterDecision, decideCluster } from "./deciding/decide-cluster";
export { dismissItem, removeFalseMatch } from "./deciding/dismiss-item";
export { askLinkedTask, freezeProductionTask } from "./deciding/freeze-production";
export {
  addRemovalNote,
  askClaimant,
  assignRequest,
  closeRequest,
  decideByOperator,
  reassignRequest,
  releaseRequest,
} from "./deciding/handle-request";
export { findRecordsTask, matchLaterSchedule, matchLaterTask } from "./deciding/match-later";
export { matchLoggedTask } from "./deciding/match-logged";
export { rejectItem } from "./deciding/reject-item";
export { exportAcquirerReport, exportAcquirerReports } from "./files/export-acquirer";
export { exportStatements, MonthQuery } from "./files/export-statements";
export { exportPartnerTimes } from "./files/export-times";
export {
  type Draft,
  draftColumn,
  findRemovalDraft,
  forgetDraft,
  forgetDraftsSchedule,
  forgetDraftsTask,
  saveAnswers,
  startDraft,
  startOwnDraft,
} from "./filing/drafts";
export { fileOwnRequest, fileRequest, isLiveLink } from "./filing/file-request";
export { findOwnRecord } from "./filing/own-record";
export { claimOf, firstUnanswered, questionAfter, questionBefore, questionsFor, stepsOf } from "./filing/questions";
export { sendLink } from "./filing/send-link";
export { removalStatementOf } from "./filing/statement";
export { withdrawDistribution } from "./filing/withdraw-distribution";
export {
  countNewTakedowns,
  countOpenTakedowns,
  type OpenTakedowns,
  TAKEDOWNS_COUNTED_AT_MOST,
  type TakedownRow,
  takedownList,
} from "./portal/list-takedowns";
export { checkTakedownUrl, markTakedownDone } from "./portal/mark-takedown-done";
export { printTakedowns } from "./portal/print-takedowns";
export { type TakedownView, viewTakedown } from "./portal/view-takedown";
export { exportPartnerReport, exportServiceReport, ReportQuery } from "./reports/export-report";
export type { Figures } from "./reports/figures";
export { freezeReportsSchedule, freezeReportsTask } from "./reports/freeze-reports";
export {
  type PartnerFigures,
  type Report,
  readPartnerFigures,
  readPartnerReport,
  readPartnerTimes,
  readServiceFigures,
  readServiceReport,
  type Times,
} from "./reports/read-reports";
export {
  fingerprintCopyTask,
  fingerprintVideoTask,
  resumeFingerprintsSchedule,
  resumeFingerprintsTask,
} from "./similar/fingerprint-copy";
export { suggestSimilarTask } from "./similar/suggest-similar";
export { checkUrlsSchedule, checkUrlsTask } from "./url-checks/check-urls";
