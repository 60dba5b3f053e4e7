/** What the acts in an audit log are about, in the order of its filter. */
export const AUDIT_GROUPS = [
  "sign_in",
  "team",
  "keys",
  "webhooks",
  "billing",
  "partners",
  "producers",
  "examinations",
  "holds",
  "records",
  "exports",
] as const;
export type AuditGroup = (typeof AUDIT_GROUPS)[number];

export const AUDIT_GROUP_LABELS: Readonly<Record<AuditGroup, string>> = {
  sign_in: "Sign-in",
  team: "Team and roles",
  keys: "Keys",
  webhooks: "Webhooks",
  billing: "Billing",
  partners: "Partner account",
  producers: "Producers",
  examinations: "Examinations",
  holds: "Holds",
  records: "Records",
  exports: "Exports",
};

/** Those of a team's log. The staff's has all. */
export const TEAM_GROUPS = AUDIT_GROUPS.filter((group) => group !== "holds" && group !== "records");
