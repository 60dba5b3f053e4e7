export { findMasterKeyUse, type KeyUse, reportMissingMasterKey } from "./master-key-use";
export { type Rewrapped, rewrapPersonKeys } from "./rewrap-person-keys";
