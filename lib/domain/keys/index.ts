export { createKey, KeyName } from "./create-key";
export { forgetPartnerKeys } from "./find-key";
export { findKeys } from "./find-keys";
export { issueKey, MAX_ACTIVE_KEYS } from "./issue-key";
export { hasKeyShape } from "./key-text";
export {
  cancelRevocation,
  finishRevocations,
  finishRevocationsTask,
  planRevocation,
} from "./plan-revocation";
export { listKeys } from "./queries";
export { revokeKey } from "./revoke-key";
export { PortalKeys, presentKey } from "./schemas";
export { isLive } from "./states";
