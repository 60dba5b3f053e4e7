export { type CustodyRow, findAccountsOf, listSuspended } from "./find-accounts";
export { type AccountLine, type ViewedAccount, viewAccount } from "./view-account";
