export { deriveStatusesOfUser } from "./account-status";
export { askElsewhere, requestConsentElsewhere } from "./ask-elsewhere";
export { deactivateAccount, deactivateIn, reactivateAccount, reactivateIn } from "./deactivate-account";
export {
  deriveFundedStatuses,
  deriveFundedStatusesTask,
  enqueueFundedStatuses,
  findPartnersWithStaleStatuses,
} from "./funded-accounts";
export { type LinkApproval, linkApprovalOf } from "./link-approval";
export { approveLink, declineLink, withdrawLink } from "./link-requests";
export { lockAccount } from "./lock-account";
export { greetCreator } from "./mail-creator";
export { linkApprovalMail, onboardingInvitationMail } from "./mails";
export { findOnboarding, type Onboarding, openOnboarding, recordBegunByMail, renewMailLink } from "./onboarding";
export { issueLink } from "./onboarding-links";
export { provisionAccount } from "./provision-account";
export { COUNTED_AT_MOST, countAccounts, findAccounts, readAccount } from "./queries";
export { liftSuspension, SuspendInput, suspendAccount } from "./suspend-account";
