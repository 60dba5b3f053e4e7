export { createKey, issueKey, KeyName, MAX_ACTIVE_KEYS } from "./create-key";
export { forgetPartnerKeys } from "./find-key";
export { hasKeyShape } from "./key-text";
export { findKeys, listKeys, listKeysOf } from "./queries";
export {
  cancelRevocation,
  finishRevocations,
  finishRevocationsTask,
  revokeKey,
  scheduleRevocation,
} from "./revoke-key";
export { PortalKeys, presentKey } from "./schemas";
export { isLive } from "./states";
export { touchKey, writeKeyUses } from "./touch-key";
