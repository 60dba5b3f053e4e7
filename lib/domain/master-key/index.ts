export type { Holding, KeyUser } from "./holdings";
export { countUses, findMasterKeyUse, type KeyUses, reportMissingMasterKey } from "./master-key-use";
export { type Rewrapped, rewrap } from "./rewrap";
