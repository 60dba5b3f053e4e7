export {
  findReturnPath,
  finishCheckout,
  openBillingPortal,
  saveTestCard,
  startCardSetup,
  startSubscription,
} from "./checkout";
export { grantSubscription, lapseSubscription } from "./grant-subscription";
export { subscriptionEndedMail, subscriptionRefundedMail, subscriptionUnpaidMail } from "./mails";
export { advanceInvoiceTask } from "./platform-fee/advance-invoice";
export {
  findPlatformFee,
  lapsePlatformFee,
  type NextInvoice,
  nextInvoice,
  type PlatformFee,
  payPlatformFee,
  readBillingMark,
} from "./platform-fee/fee-status";
export type { FeeSum, InvoiceFee } from "./platform-fee/invoice-fees";
export { type InvoiceState, invoiceList, type ShownInvoice } from "./platform-fee/list-invoices";
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
export { chargeExtensionFee, chargeSceneFee, payCardFee, paySceneFee } from "./scene-fees/charge-scene-fee";
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
export {
  presentCreatedFee,
  presentExtensionFee,
  presentFee,
  presentFeeOfEvent,
  presentVerificationFee,
} from "./scene-fees/present-fee";
export { chargeSceneFeeTask, sweepSceneFeesSchedule, sweepSceneFeesTask } from "./scene-fees/sweep";
export { type Billing, findBilling } from "./subscription-status";
