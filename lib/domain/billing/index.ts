export { findReturnPath, finishCheckout, openBillingPortal, startCardSetup, startSubscription } from "./checkout";
export { type Billing, findBilling } from "./find-billing";
export { grantSubscription, lapseSubscription } from "./grant-subscription";
export { subscriptionEndedMail, subscriptionRefundedMail, subscriptionUnpaidMail } from "./mails";
export { advanceInvoiceTask } from "./platform-fee/advance-invoice";
export { lapsePlatformFee, payPlatformFee } from "./platform-fee/fee-status";
export {
  findPlatformFee,
  type NextInvoice,
  nextInvoice,
  type PlatformFee,
  readBillingMark,
} from "./platform-fee/find-platform-fee";
export type { FeeSum, InvoiceFee } from "./platform-fee/invoice-fees";
export {
  getPlatformInvoice,
  type InvoiceState,
  listPlatformInvoices,
  type ShownInvoice,
} from "./platform-fee/list-invoices";
export { exportFeeLines, listFeeLines, listInvoiceFees, sumInvoiceFees } from "./platform-fee/list-lines";
export {
  platformFeeFailedMail,
  platformFeeLapsedMail,
  platformFeePaidMail,
  platformFeeRestoredMail,
} from "./platform-fee/mails";
export { payPlatformInvoice, startPlatformCardSetup } from "./platform-fee/pay-invoice";
export { sweepPlatformFeesSchedule, sweepPlatformFeesTask } from "./platform-fee/sweep";
export { isKnownMessage, receivePaymentMessage, takeMessage } from "./receive-message";
export { refreshCustomersSchedule, refreshCustomersTask } from "./refresh-customers";
export { saveTestCard } from "./save-test-card";
export { chargeSceneFee } from "./scene-fees/charge-scene-fee";
export {
  createExtensionFee,
  eraseSceneFees,
  newSceneFee,
  newVerificationFee,
  sceneFeeInsertion,
} from "./scene-fees/create-scene-fee";
export { sceneCostAtMost } from "./scene-fees/labels";
export { type CardFees, listCardFees, listSceneFees, type ShownSceneFee } from "./scene-fees/list-scene-fees";
export { sceneFeeRefundedMail, sceneFeeUnpaidMail } from "./scene-fees/mails";
export { chargeExtensionFee, payCardFee, paySceneFee } from "./scene-fees/pay-fee";
export {
  presentCreatedFee,
  presentExtensionFee,
  presentFee,
  presentFeeOfEvent,
  presentVerificationFee,
} from "./scene-fees/present-fee";
export { chargeSceneFeeTask, sweepSceneFeesSchedule, sweepSceneFeesTask } from "./scene-fees/sweep";
