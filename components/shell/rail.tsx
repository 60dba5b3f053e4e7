import {
  Activity,
  BookOpen,
  Clapperboard,
  ClipboardCheck,
  CreditCard,
  Dices,
  FileCheck,
  Film,
  Images,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Menu,
  Radio,
  ScrollText,
  ShieldCheck,
  ShieldX,
  Users,
  UsersRound,
  Webhook,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { type Shortcut, ShortcutsHelp } from "@/components/ui/hotkeys";
import { Toasts } from "@/components/ui/toasts";
import type { Role } from "@/lib/domain/core/context";
import { type Capability, may } from "@/lib/domain/parties/people/roles";
import { type Account, AccountPanel } from "./account";
import { RailLink } from "./nav-links";
import { Wordmark } from "./site";

/** The links of the rail. Rendered on the server, so that icons and labels add no script. */
export function RailNav({ label: name, groups }: { label: string; groups: readonly RailGroup[] }) {
  return (
    <nav aria-label={name} className="flex flex-col gap-6">
      {groups.map((group) => (
        <div key={group.label ?? "main"} className="flex flex-col gap-1">
          {group.label ? <p className="px-3 pb-1 text-muted text-xs">{group.label}</p> : null}
          <ul className="flex flex-col gap-1">
            {group.entries.map(({ href, label, icon: Icon, below, count }) => (
              <li key={href}>
                <RailLink href={href} below={below} to={count?.lateHref ?? null}>
                  <Icon className="size-4 shrink-0 group-aria-[current=page]:text-accent-text" aria-hidden />
                  {label}
                  {count ? (
                    <Badge tone={count.lateHref ? "harm" : "waiting"} className="ml-auto py-0">
                      {count.text}
                      <span className="sr-only">{count.lateHref ? " open, past a deadline" : " open"}</span>
                    </Badge>
                  ) : null}
                </RailLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** How many wait behind a link. `lateHref`: those past a deadline, where the link leads then; null if none is. */
export type NavCount = { text: string; lateHref: string | null };

/** `below`: where the pages under it are, if not only under its own URL. */
type RailEntry = {
  href: string;
  label: string;
  icon: LucideIcon;
  below?: readonly string[];
  count?: NavCount | undefined;
};
export type RailGroup = { label?: string; entries: readonly RailEntry[] };

/** `to`: the capability that a page needs, if not the one to read records. Null for none. */
type PortalGroup = Omit<RailGroup, "entries"> & { entries: readonly (RailEntry & { to?: Capability | null })[] };

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
      { href: "/portal/readiness", label: "Readiness", icon: ClipboardCheck },
      { href: "/portal/samples", label: "Samples", icon: Dices, to: "manage_records" },
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
      { href: "/portal/billing", label: "Billing", icon: CreditCard, to: "manage_billing" },
      { href: "/portal/security", label: "Security", icon: ShieldCheck, to: null },
      { href: "/portal/audit", label: "Audit log", icon: ScrollText, to: "manage_team" },
    ],
  },
];

/** The rail for a role. It lists only pages the role may open. */
export function railFor(role: Role): RailGroup[] {
  const opens = ({ to = "read_records" }: { to?: Capability | null }) => to === null || may(role, to);
  return railGroups
    .map((group) => ({ ...group, entries: group.entries.filter(opens) }))
    .filter(({ entries }) => entries.length > 0);
}

export type RailShellProps = {
  children: ReactNode;
  /** The area's first page. */
  home: string;
  account: Account;
  /** Above the navigation: whose records these are, and a search. */
  top: ReactNode;
  /** A RailNav. */
  nav: ReactNode;
  /** A SignOutForm. */
  signOut: ReactNode;
  shortcuts: readonly Shortcut[];
  /** Of the page beside the rail. */
  width?: string;
};

/** A layout with a rail on the left. On a phone the rail is a native popover, which needs no script. */
export function RailShell({
  children,
  home,
  account,
  top,
  nav,
  signOut,
  shortcuts,
  width = "max-w-6xl",
}: RailShellProps) {
  return (
    <>
      <div className="min-h-dvh text-sm md:grid md:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <header className="md:contents print:hidden">
          <div className="sticky top-0 z-30 flex h-14 items-center justify-between border-line border-b bg-paper px-4 md:hidden">
            <Wordmark href={home} />
            <button
              type="button"
              popoverTarget="rail"
              className="-mr-2 flex size-10 items-center justify-center rounded-md hover:bg-sunken"
            >
              <Menu className="size-5" aria-hidden />
              <span className="sr-only">Menu</span>
            </button>
          </div>
          <div
            id="rail"
            popover="auto"
            className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-72 flex-col overflow-y-auto border-0 border-line border-l bg-paper text-ink shadow-raised backdrop:bg-(--veil) open:flex md:sticky md:top-0 md:right-auto md:flex md:w-auto md:border-r md:border-l-0 md:shadow-none"
          >
            <div className="flex flex-1 flex-col gap-6 p-4">
              <div className="flex h-8 items-center justify-between px-3">
                <Wordmark href={home} className="max-md:hidden" />
                <span className="font-medium text-muted md:hidden">Menu</span>
                <button
                  type="button"
                  popoverTarget="rail"
                  popoverTargetAction="hide"
                  className="-mr-3 flex size-10 items-center justify-center rounded-md hover:bg-sunken md:hidden"
                >
                  <X className="size-5" aria-hidden />
                  <span className="sr-only">Close menu</span>
                </button>
              </div>
              <div className="flex flex-col gap-2">{top}</div>
              {nav}
            </div>
            <div className="border-line border-t px-4 py-4 md:px-7">
              <AccountPanel account={account} signOut={signOut} />
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1} className={cn("mx-auto w-full min-w-0 px-4 py-6 md:px-8 md:py-10", width)}>
          {children}
        </main>
      </div>
      <ShortcutsHelp shortcuts={shortcuts} />
      <Toasts />
    </>
  );
}

/** The name of a partner or producer at the top of a rail. */
export const RailName = ({ children }: { children: string }) => (
  <p className="truncate px-3 font-medium" title={children}>
    {children}
  </p>
);
