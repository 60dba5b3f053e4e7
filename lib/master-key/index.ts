export type { Holding, KeyUser } from "./master-key-use";
export { countUses, findMasterKeyUse, type KeyUses, reportMissingMasterKey } from "./master-key-use";
export { assertOwnSecrets, recordSecrets, WrongSecret } from "./own-secrets";
export { type RewrapResult, rewrap } from "./rewrap";
