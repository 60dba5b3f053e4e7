export { forgetPartnerKeys } from "./find-key";
export {
  cancelRevocation,
  createKey,
  finishRevocations,
  finishRevocationsTask,
  issueKey,
  KeyName,
  MAX_ACTIVE_KEYS,
  revokeKey,
  scheduleRevocation,
} from "./key-changes";
export { hasKeyShape } from "./key-text";
export { PartnerLimits, PROMISED } from "./limits";
export { findKeys, listKeys, listKeysOf } from "./queries";
export { restrictKey } from "./restrict-key";
export { readRestrictions } from "./restrictions";
export { PortalKeys, presentKey } from "./schemas";
export { isLive } from "./states";
export { touchKey, writeKeyUses } from "./touch-key";
