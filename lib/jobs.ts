import {
  deriveFundedStatusesTask,
  greetCreator,
  linkApprovalMail,
  onboardingInvitationMail,
} from "@/lib/domain/accounts";
import {
  advanceInvoiceTask,
  chargeSceneFeeTask,
  platformFeeFailedMail,
  platformFeeLapsedMail,
  platformFeePaidMail,
  platformFeeRestoredMail,
  refreshCustomersSchedule,
  refreshCustomersTask,
  sceneFeeRefundedMail,
  sceneFeeUnpaidMail,
  subscriptionEndedMail,
  subscriptionRefundedMail,
  subscriptionUnpaidMail,
  sweepPlatformFeesSchedule,
  sweepPlatformFeesTask,
  sweepSceneFeesSchedule,
  sweepSceneFeesTask,
} from "@/lib/domain/billing";
import {
  certificateEndsMail,
  certificateRevokedMail,
  remindProducersSchedule,
  remindProducersTask,
} from "@/lib/domain/certificates";
import {
  eraseExpired,
  eraseExpiredTask,
  importContentTask,
  sweepAbandonedUploads,
  sweepAbandonedUploadsTask,
  sweepCopyObjectTask,
  sweepImports,
  sweepImportsTask,
} from "@/lib/domain/content";
import { forgetVisitsSchedule, forgetVisitsTask } from "@/lib/domain/hosted";
import {
  identityApprovedMail,
  identityRejectedMail,
  purgeDraftsSchedule,
  purgeDraftsTask,
  sweepIdentityObjectTask,
} from "@/lib/domain/identity";
import { finishRevocations, finishRevocationsTask } from "@/lib/domain/keys";
import { onboardingCodeMail } from "@/lib/domain/onboarding";
import { resumeSealing, resumeSealingTask, sealProductionTask, sweepPackageObjectTask } from "@/lib/domain/packages";
import { invitationMail } from "@/lib/domain/partners";
import {
  forgetExpiredSignIns,
  forgetExpiredSignInsTask,
  noAccountMail,
  passkeyAddedMail,
  signInMail,
} from "@/lib/domain/people";
import { producerInvitationMail } from "@/lib/domain/producers";
import { performersVerifiedMail, productionRegisteredMail, tellVerifiedTask } from "@/lib/domain/productions";
import {
  findRecordsTask,
  forgetDraftsSchedule,
  forgetDraftsTask,
  matchLaterSchedule,
  matchLaterTask,
  removalLinkMail,
  removalNewsMail,
  tellProgressTask,
} from "@/lib/domain/removals";
import { changeRosterTask, sweepChangesSchedule, sweepChangesTask } from "@/lib/domain/roster";
import {
  advanceScenesSchedule,
  advanceScenesTask,
  consentInvitationMail,
  consentReminderMail,
  eraseExpiredScenes,
  eraseExpiredScenesTask,
  finishSceneTask,
  makeReleaseCopyTask,
  recordMailOutcome,
  releaseCopyMail,
  resumeReleaseCopies,
  resumeReleaseCopiesTask,
  sweepReleaseObjectTask,
} from "@/lib/domain/scenes";
import {
  ageOnDayTask,
  attestationCopyMail,
  eraseUploadSessions,
  eraseUploadSessionsTask,
} from "@/lib/domain/upload-sessions";
import {
  endpointNewsMail,
  forgetEvents,
  forgetEventsTask,
  giveUpDeleted,
  giveUpDeletedTask,
  mailAdminsTask,
  replayTask,
  tellOutages,
  tellOutagesTask,
} from "@/lib/domain/webhooks";
import type { Schedule, Task } from "@/lib/platform/jobs";
import { sendMailTask } from "@/lib/platform/mail/send-mail-task";
import { maintainRequestLog } from "./api/request-log/insert-rows";

/** Every mail of the service. */
const mails = [
  attestationCopyMail,
  certificateEndsMail,
  certificateRevokedMail,
  consentInvitationMail,
  consentReminderMail,
  endpointNewsMail,
  identityApprovedMail,
  identityRejectedMail,
  invitationMail,
  linkApprovalMail,
  noAccountMail,
  onboardingCodeMail,
  onboardingInvitationMail,
  passkeyAddedMail,
  performersVerifiedMail,
  platformFeeFailedMail,
  platformFeeLapsedMail,
  platformFeePaidMail,
  platformFeeRestoredMail,
  producerInvitationMail,
  productionRegisteredMail,
  releaseCopyMail,
  removalLinkMail,
  removalNewsMail,
  sceneFeeRefundedMail,
  sceneFeeUnpaidMail,
  signInMail,
  subscriptionEndedMail,
  subscriptionRefundedMail,
  subscriptionUnpaidMail,
];

/** Every task of the worker. */
export const tasks: readonly Task[] = [
  advanceInvoiceTask,
  advanceScenesTask,
  ageOnDayTask,
  changeRosterTask,
  chargeSceneFeeTask,
  eraseExpiredScenesTask,
  eraseExpiredTask,
  eraseUploadSessionsTask,
  finishRevocationsTask,
  finishSceneTask,
  forgetEventsTask,
  forgetDraftsTask,
  forgetExpiredSignInsTask,
  forgetVisitsTask,
  giveUpDeletedTask,
  greetCreator,
  mailAdminsTask,
  importContentTask,
  maintainRequestLog,
  makeReleaseCopyTask,
  matchLaterTask,
  purgeDraftsTask,
  refreshCustomersTask,
  remindProducersTask,
  replayTask,
  resumeReleaseCopiesTask,
  findRecordsTask,
  resumeSealingTask,
  sealProductionTask,
  sendMailTask(mails, recordMailOutcome),
  deriveFundedStatusesTask,
  sweepAbandonedUploadsTask,
  sweepCopyObjectTask,
  sweepIdentityObjectTask,
  sweepPackageObjectTask,
  sweepPlatformFeesTask,
  sweepReleaseObjectTask,
  sweepSceneFeesTask,
  tellOutagesTask,
  tellVerifiedTask,
  tellProgressTask,
  sweepChangesTask,
  sweepImportsTask,
];

/** Tasks that run on a schedule. */
export const schedules: readonly Schedule[] = [
  advanceScenesSchedule,
  eraseExpired,
  eraseExpiredScenes,
  eraseUploadSessions,
  finishRevocations,
  forgetEvents,
  forgetDraftsSchedule,
  forgetExpiredSignIns,
  forgetVisitsSchedule,
  giveUpDeleted,
  matchLaterSchedule,
  purgeDraftsSchedule,
  refreshCustomersSchedule,
  remindProducersSchedule,
  resumeReleaseCopies,
  resumeSealing,
  tellOutages,
  sweepAbandonedUploads,
  sweepChangesSchedule,
  sweepImports,
  sweepPlatformFeesSchedule,
  sweepSceneFeesSchedule,
  { task: maintainRequestLog, cron: "20 3 * * *" },
];
