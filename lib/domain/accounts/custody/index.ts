export { type CustodyRow, findAccountsOf, suspendedList } from "./find-accounts";
export { type ViewedAccount, viewAccount } from "./view-account";
