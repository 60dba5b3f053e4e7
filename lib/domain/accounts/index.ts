export { deriveStatusesOfUser, suspendedEvent, verifiedEvent } from "./account-status";
export { askElsewhere, requestConsentElsewhere } from "./ask-elsewhere";
export {
  deriveFundedStatuses,
  deriveFundedStatusesTask,
  enqueueFundedStatuses,
  findPartnersWithStaleStatuses,
} from "./funded-accounts";
export { approveLink, declineLink, type LinkApproval, linkApprovalOf, withdrawLink } from "./link-requests";
export { greetCreator, linkApprovalMail, onboardingInvitationMail } from "./mail-creator";
export { findOnboarding, type Onboarding, openOnboarding, recordBegunByMail, renewMailLink } from "./onboarding";
export { issueLink } from "./onboarding-links";
export { provisionAccount } from "./provision-account";
export { COUNTED_AT_MOST, countAccounts, countNewAccounts, findAccounts, lockAccount, readAccount } from "./queries";
export {
  deactivateAccount,
  deactivateIn,
  liftSuspension,
  reactivateAccount,
  reactivateIn,
  SuspendInput,
  suspendAccount,
} from "./suspend-account";
