export { type CustodyRow, findAccountsOf, listSuspended } from "./find-accounts";
export type { AccountLine } from "./view-account";
export { type ViewedAccount, viewAccount } from "./view-account";
