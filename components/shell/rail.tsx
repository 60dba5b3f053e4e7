import {
  Activity,
  BookOpen,
  Clapperboard,
  CreditCard,
  FileCheck,
  Film,
  Images,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Radio,
  ShieldCheck,
  ShieldX,
  Users,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Role } from "@/lib/domain/core/context";
import { type Capability, may } from "@/lib/domain/parties/people/roles";
import { RailLink } from "./nav-links";

/** The links of the rail. Rendered on the server, so that icons and labels add no script. */
export function RailNav({ label: name, groups }: { label: string; groups: readonly RailGroup[] }) {
  return (
    <nav aria-label={name} className="flex flex-col gap-6">
      {groups.map((group) => (
        <div key={group.label ?? "main"} className="flex flex-col gap-1">
          {group.label ? <p className="px-3 pb-1 text-muted text-xs">{group.label}</p> : null}
          <ul className="flex flex-col gap-1">
            {group.entries.map(({ href, label, icon: Icon, below }) => (
              <li key={href}>
                <RailLink href={href} below={below}>
                  <Icon className="size-4 shrink-0 group-aria-[current=page]:text-accent-text" aria-hidden />
                  {label}
                </RailLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** `below`: where the pages under it are, if not under its own URL. */
type RailEntry = { href: string; label: string; icon: LucideIcon; below?: string };
type RailGroup = { label?: string; entries: readonly RailEntry[] };

/** `to`: the capability that a page needs. Every member may open pages without one. */
type PortalGroup = Omit<RailGroup, "entries"> & { entries: readonly (RailEntry & { to?: Capability })[] };

/** The pages of the portal, in rail order. */
const railGroups: readonly PortalGroup[] = [
  {
    entries: [
      { href: "/portal", label: "Overview", icon: LayoutDashboard },
      { href: "/portal/creators", label: "Creators", icon: Users },
      { href: "/portal/content", label: "Content", icon: Images },
      { href: "/portal/scenes", label: "Scenes", icon: Clapperboard },
      { href: "/portal/productions", label: "Productions", icon: Film },
      { href: "/portal/sessions", label: "Upload sessions", icon: FileCheck },
      { href: "/portal/takedowns", label: "Takedowns", icon: ShieldX },
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

/** The rail for a role. It lists only pages the role may open. */
export function railFor(role: Role): RailGroup[] {
  return railGroups.map((group) => ({
    ...group,
    entries: group.entries.filter((entry) => !entry.to || may(role, entry.to)),
  }));
}
