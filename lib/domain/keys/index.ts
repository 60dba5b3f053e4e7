export { createKey, KEY_NAME_MAX, KeyName } from "./create-key";
export { forgetKey, forgetPartnerKeys } from "./find-key";
export { issueKey, MAX_ACTIVE_KEYS } from "./issue-key";
export { hasKeyShape, mintKey } from "./key-text";
export {
  cancelRevocation,
  finishRevocations,
  finishRevocationsTask,
  planRevocation,
  ROTATION_OVERLAP_MS,
} from "./plan-revocation";
export { type ListedKey, listKeys } from "./queries";
export { revokeKey } from "./revoke-key";
export { PortalKey, PortalKeys, presentKey } from "./schemas";
export { isLive, type KeyStatus, keyStatus } from "./states";
