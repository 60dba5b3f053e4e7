export type { Holding, KeyUser } from "./master-key-use";
export { countUses, findMasterKeyUse, type KeyUses } from "./master-key-use";
export {
  assertMasterKeyAmong,
  assertOwnSecrets,
  recordSecrets,
  reportMissingMasterKey,
  WrongSecret,
} from "./own-secrets";
export { type RewrapResult, rewrap } from "./rewrap";
