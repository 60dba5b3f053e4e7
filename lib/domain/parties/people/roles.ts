import type { Role } from "@/lib/domain/core/context";

/** The roles of a partner's team, most powerful first; `billing` is beside them. */
export const ROLES = ["owner", "admin", "developer", "viewer", "billing"] as const satisfies readonly Role[];

/** A role's name on pages and what it may do. */
export const ROLE_LABELS: Record<Role, { name: string; may: string }> = {
  owner: { name: "Owner", may: "Everything, including the team." },
  admin: { name: "Admin", may: "Everything except the team." },
  developer: {
    name: "Developer",
    may: "API keys, webhooks, the request log and new upload sessions; reads creators and content, but no stored copies or attestation PDFs.",
  },
  viewer: {
    name: "Viewer",
    may: "Reads creators, content, keys and team, but no stored copies or attestation PDFs. Changes nothing.",
  },
  billing: { name: "Billing", may: "Cards, invoices and fees. Sees nothing else." },
};

/** What a team member may do. */
export type Capability =
  | "read_records"
  | "manage_team"
  | "manage_records"
  | "manage_billing"
  | "manage_integration"
  | "manage_webhooks"
  | "share_filters"
  | "save_filters"
  | "leave_team";

/**
 * Who may do what. `read_records`: every page that asks for nothing else. `manage_integration`: keys and new upload sessions, and what
 * is read of webhooks. `manage_webhooks`: changes of them. `manage_records`: creators, content, scenes, productions, takedowns.
 * `manage_billing`: cards, invoices and fees, and mails about them. `share_filters`: saved filters of the whole team, not only one's own.
 */
export const ALLOWED: Record<Capability, readonly Role[]> = {
  read_records: ["owner", "admin", "developer", "viewer"],
  manage_team: ["owner"],
  manage_records: ["owner", "admin"],
  manage_billing: ["owner", "admin", "billing"],
  manage_integration: ["owner", "admin", "developer"],
  manage_webhooks: ["owner", "admin", "developer"],
  share_filters: ["owner", "admin", "developer"],
  save_filters: ["owner", "admin", "developer", "viewer"],
  leave_team: ROLES,
};

/** Whether a role has a capability. For pages only; actions call `assertMay` or `authorize`, which read the current role. */
export const may = (role: Role, capability: Capability): boolean => ALLOWED[capability].includes(role);

/** The portal's first page for a role. */
export const portalHome = (role: Role): string => (may(role, "read_records") ? "/portal" : "/portal/billing");

/** Query filter for the members of a team who may do something. */
export const whoMay = (capability: Capability) => ({ role: { in: [...ALLOWED[capability]] } });
