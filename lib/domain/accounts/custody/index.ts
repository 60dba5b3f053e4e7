export { type CustodyRow, findAccountsOf, listSuspended } from "./find-accounts";
export { type ViewedAccount, viewAccount } from "./view-account";
