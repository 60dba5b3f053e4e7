import {
  Activity,
  BookOpen,
  CreditCard,
  Images,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Radio,
  ShieldCheck,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Role } from "@/lib/domain/context";
import { type Capability, may } from "@/lib/domain/people/roles";

/** `to` names what a page takes to open; left out, it opens for all. */
export type RailEntry = { href: string; label: string; icon: LucideIcon; to?: Capability };
export type RailGroup = { label?: string; entries: readonly RailEntry[] };

/** The rooms of the portal, in the order of the rail. One line for each page that exists. */
const railGroups: readonly RailGroup[] = [
  {
    entries: [
      { href: "/portal", label: "Overview", icon: LayoutDashboard },
      { href: "/portal/creators", label: "Creators", icon: Users },
      { href: "/portal/content", label: "Content", icon: Images },
    ],
  },
  {
    label: "Developers",
    entries: [
      { href: "/portal/keys", label: "API keys", icon: KeyRound },
      { href: "/portal/webhooks", label: "Webhooks", icon: Webhook, to: "manage_integration" },
      { href: "/portal/events", label: "Events", icon: Radio, to: "manage_integration" },
      { href: "/portal/requests", label: "Requests", icon: Activity, to: "manage_integration" },
      { href: "/docs", label: "Reference", icon: BookOpen },
    ],
  },
  {
    label: "Settings",
    entries: [
      { href: "/portal/team", label: "Team", icon: UsersRound },
      { href: "/portal/billing", label: "Billing", icon: CreditCard, to: "manage_records" },
      { href: "/portal/security", label: "Security", icon: ShieldCheck },
    ],
  },
];

/** The rail as one role sees it: no entry leads to a page that would refuse. */
export function railFor(role: Role): RailGroup[] {
  return railGroups.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => !entry.to || may(role, entry.to)),
  }));
}
