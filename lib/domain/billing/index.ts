export { type Billing, findBilling } from "./find-billing";
export { findReturnPath, finishCheckout } from "./finish-checkout";
export { grantSubscription } from "./grant-subscription";
export { lapseSubscription } from "./lapse-subscription";
export { subscriptionEndedMail, subscriptionRefundedMail, subscriptionUnpaidMail } from "./mails";
export { openBillingPortal } from "./open-billing-portal";
export { advanceInvoiceTask } from "./platform-fee/advance-invoice";
export { readBillingMark } from "./platform-fee/billing-mark";
export { findPlatformFee, type NextInvoice, nextInvoice, type PlatformFee } from "./platform-fee/find-platform-fee";
export { lapsePlatformFee } from "./platform-fee/lapse-fee";
export { exportFeeLines, getPlatformInvoice, listFeeLines, listPlatformInvoices } from "./platform-fee/list-invoices";
export {
  platformFeeFailedMail,
  platformFeeLapsedMail,
  platformFeePaidMail,
  platformFeeRestoredMail,
} from "./platform-fee/mails";
export { payPlatformFee } from "./platform-fee/pay-fee";
export { payPlatformInvoice, startPlatformCardSetup } from "./platform-fee/pay-invoice";
export type { InvoiceState, ShownInvoice } from "./platform-fee/present-invoice";
export { sweepPlatformFeesSchedule, sweepPlatformFeesTask } from "./platform-fee/sweep";
export { receivePaymentMessage } from "./receive-message";
export { refreshCustomersSchedule, refreshCustomersTask } from "./refresh-customers";
export { startCardSetup } from "./start-card-setup";
export { startSubscription } from "./start-subscription";
