export { type Alias, addAlias, listAliases, registerNames, retireAlias } from "./aliases";
export {
  allNames,
  assertOwnName,
  findOtherSignatures,
  matchName,
  namesOf,
  type OwnNames,
  SignedName,
  signsAs,
} from "./signs-as";
