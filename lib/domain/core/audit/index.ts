export { AUDIT, AUDIT_COLUMNS, type AuditEntry, entriesOf, toldEntry, wordsSaying } from "./audit-log";
