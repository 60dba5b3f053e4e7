export type { Holding, KeyUser } from "./master-key-use";
export { countUses, findMasterKeyUse, type KeyUses, reportMissingMasterKey } from "./master-key-use";
export { type RewrapResult, rewrap } from "./rewrap";
