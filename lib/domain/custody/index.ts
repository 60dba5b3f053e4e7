export { type CustodyRow, findAccountsOf, listSuspended } from "./find-accounts";
export { type ActiveHold, listLegalHolds } from "./list-legal-holds";
export { AlertReason, closeUnderAgeAlert, listUnderAgeAlerts, type UnderAgeAlert } from "./under-age-alerts";
export type { AccountLine } from "./view-account";
export { type ViewedAccount, viewAccount } from "./view-account";
