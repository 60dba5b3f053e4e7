export { type Alias, addAlias, listAliases, registerNames, retireAlias } from "./aliases";
export {
  allNames,
  findOtherSignatures,
  matchName,
  namesOf,
  type OwnNames,
} from "./own-names";
export { assertOwnName, SignedName } from "./signed-name";
export { signsAs } from "./signs-as";
