import {
  Archive,
  ArrowLeftRight,
  BadgeCheck,
  BookMarked,
  Clapperboard,
  ClipboardCheck,
  ClipboardPen,
  Dices,
  Film,
  IdCard,
  Lock,
  ScrollText,
  Search,
  ShieldX,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Shortcut } from "@/components/ui/hotkeys";
import type { Account } from "./account";
import { EXCHANGE_PATH, NEW_SOURCE_PATH } from "./addresses";
import { type NavCount, type RailGroup, RailName, RailNav, RailShell } from "./rail";

type CustodianShellProps = {
  children: ReactNode;
  account: Account;
  /** A CommandSearch. */
  search: ReactNode;
  /** A SignOutForm. */
  signOut: ReactNode;
  /** Shortcuts of the page, listed first. */
  shortcuts: readonly Shortcut[];
  /** The open removal requests, if any. */
  removals: NavCount | undefined;
};

/** The custodians' pages, in rail order. */
export const custodianRail = (removals: NavCount | undefined): RailGroup[] => [
  {
    entries: [
      { href: "/custodian/identities", label: "Identities", icon: IdCard },
      { href: "/custodian/removals", label: "Removals", icon: ShieldX, count: removals },
    ],
  },
  {
    label: "Records",
    entries: [
      { href: "/custodian/index", label: "Index", icon: Search, below: ["/custodian/index", "/custodian/records"] },
      { href: "/custodian/scenes", label: "Scenes", icon: Clapperboard },
      { href: "/custodian/productions", label: "Productions", icon: Film },
      { href: "/custodian/accounts", label: "Accounts", icon: Users },
    ],
  },
  {
    label: "Opened to others",
    entries: [
      { href: "/custodian/examinations", label: "Examinations", icon: BookMarked },
      { href: "/custodian/packages", label: "Packages", icon: Archive },
      { href: "/custodian/samples", label: "Samples", icon: Dices },
      { href: "/custodian/inspections", label: "Inspections", icon: ClipboardPen },
    ],
  },
  {
    label: "Oversight",
    entries: [
      { href: "/custodian/readiness", label: "Readiness", icon: ClipboardCheck },
      { href: "/custodian/holds", label: "Legal holds", icon: Lock },
      { href: EXCHANGE_PATH, label: "Hash exchange", icon: ArrowLeftRight },
      { href: "/custodian/known-cases", label: "Known cases", icon: BadgeCheck },
      { href: "/custodian/audit", label: "Audit log", icon: ScrollText },
    ],
  },
];

/** What the search offers beside what it finds. */
export const CUSTODIAN_PAGES: readonly { href: string; label: string; group?: string }[] = [
  ...custodianRail(undefined).flatMap(({ entries }) => entries.map(({ href, label }) => ({ href, label }))),
  { href: "/custodian/removals/reports", label: "Monthly removal reports" },
  { href: "/account", label: "Account settings: passkeys, authenticator app, sessions and pictures" },
  { href: "/custodian/examinations/new", label: "Enter an examination", group: "Actions" },
  { href: "/custodian/packages/new", label: "Enter a request for a package", group: "Actions" },
  { href: "/custodian/known-cases/new", label: "Make a known case", group: "Actions" },
  { href: NEW_SOURCE_PATH, label: "Add a source of hashes", group: "Actions" },
  { href: "/custodian/samples/new", label: "Ask for a sample", group: "Actions" },
  { href: "/custodian/inspections/new", label: "Record an inspection on paper", group: "Actions" },
];

const common: Shortcut[] = [
  { keys: ["mod", "K"], does: "Search people, records and pages" },
  { keys: ["/"], does: "Focus the list’s search" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close a dialog, menu or form" },
];

/** The layout of the custodians' pages. Wide, for evidence side by side. */
export const CustodianShell = ({ children, account, search, signOut, shortcuts, removals }: CustodianShellProps) => (
  <RailShell
    home="/custodian/identities"
    account={account}
    top={
      <>
        <RailName>Custodian</RailName>
        {search}
      </>
    }
    nav={<RailNav label="Custodian" groups={custodianRail(removals)} />}
    signOut={signOut}
    shortcuts={[...shortcuts, ...common]}
    width="max-w-7xl"
  >
    {children}
  </RailShell>
);
