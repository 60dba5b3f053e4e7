export type { AccountLine } from "./account-history";
export { type CustodyRow, findAccountsOf, listHeld } from "./find-accounts";
export { type ViewedAccount, viewAccount } from "./view-account";
