export { grantSubscription, lapseSubscription } from "./complimentary";
export { findCard, type Owner } from "./customers";
export { type Billing, findBilling, type SubscriptionShown } from "./find-billing";
export { findReturnPath, finishCheckout } from "./finish-checkout";
export { subscriptionEndedMail, subscriptionUnpaidMail } from "./mails";
export { openBillingPortal } from "./open-billing-portal";
export { advanceInvoiceTask } from "./platform-fee/advance-invoice";
export {
  platformFeeFailedMail,
  platformFeeLapsedMail,
  platformFeePaidMail,
  platformFeeRestoredMail,
} from "./platform-fee/mails";
export { lapsePlatformFee, payPlatformFee } from "./platform-fee/operate";
export { sweepPlatformFeesSchedule, sweepPlatformFeesTask } from "./platform-fee/sweep";
export { receivePaymentMessage } from "./receive-message";
export { refreshCustomersSchedule, refreshCustomersTask } from "./refresh-customers";
export { deliverSimulatedMessageTask, simulateTime } from "./simulated-messages";
export { startCardSetup } from "./start-card-setup";
export { startSubscription } from "./start-subscription";
