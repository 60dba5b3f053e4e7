export { approveLink } from "./approve-link";
export { askElsewhere, askWhereUnmet } from "./ask-elsewhere";
export { COUNTED_AT_MOST, countAccounts } from "./count-accounts";
export { deactivateAccount, deactivateIn } from "./deactivate-account";
export { declineLink } from "./decline-link";
export { findAccounts } from "./find-accounts";
export { findOnboarding, type Onboarding } from "./find-onboarding";
export { greetCreator } from "./greet-creator";
export { HoldInput, holdAccount, releaseAccount } from "./hold-account";
export { lockAccount } from "./lock-account";
export { linkApprovalMail, onboardingInvitationMail } from "./mails";
export { issueLink } from "./onboarding-links";
export { openOnboarding } from "./open-onboarding";
export { provisionAccount } from "./provision-account";
export { reactivateAccount, reactivateIn } from "./reactivate-account";
export { readAccount } from "./read-account";
export { renewMailLink } from "./renew-mail-link";
export { keepServedDaysOfPartner } from "./served-days";
export { settleAccountsOfUser } from "./settle-account";
export {
  enqueueFundedAccounts,
  findUnsettledFunders,
  settleFundedAccounts,
  settleFundedAccountsTask,
} from "./settle-funded";
export { withdrawLink } from "./withdraw-link";
