export type { ChangeAction } from "./change-lines";
export { type Change, type Changes, listChangesToday } from "./list-changes";
export { teamAuditList } from "./team-audit";
