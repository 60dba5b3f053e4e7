export { countMissing, findMasterKeyUse, type KeyUses, reportMissingMasterKey } from "./master-key-use";
export { type Rewrapped, rewrap } from "./rewrap";
