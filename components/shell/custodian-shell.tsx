import type { ReactNode } from "react";
import { type Shortcut, ShortcutsHelp } from "@/components/ui/hotkeys";
import { Toasts } from "@/components/ui/toasts";
import type { Account } from "./account";
import { BarShell } from "./bar-shell";
import type { NavCount, TopNavEntry } from "./nav-links";

export type CustodianShellProps = {
  children: ReactNode;
  account: Account;
  signOut?: ReactNode;
  /** Shortcuts of the page, listed first. */
  shortcuts?: readonly Shortcut[];
  /** The open removal requests, if any. */
  removals?: NavCount | undefined;
};

/** Navigation of the custodian's pages. */
const entriesWith = (removals: NavCount | undefined): TopNavEntry[] => [
  { href: "/custodian/identities", label: "Identities" },
  { href: "/custodian/removals", label: "Removals", count: removals },
  { href: "/custodian/index", label: "Index" },
  { href: "/custodian/scenes", label: "Scenes" },
  { href: "/custodian/productions", label: "Productions" },
  { href: "/custodian/examinations", label: "Examinations" },
  { href: "/custodian/readiness", label: "Readiness" },
  { href: "/custodian/holds", label: "Legal holds" },
  { href: "/custodian/accounts", label: "Accounts" },
];

const common: Shortcut[] = [
  { keys: ["/"], does: "Focus the list’s search" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close a dialog, menu or form" },
];

/** The layout of the custodian's pages. Wide, for evidence side by side. */
export function CustodianShell({ children, account, signOut, shortcuts = [], removals }: CustodianShellProps) {
  return (
    <>
      <div className="text-sm">
        <BarShell
          home="/custodian/identities"
          title="Custodian"
          entries={entriesWith(removals)}
          account={account}
          signOut={signOut}
          width="max-w-7xl"
        >
          {children}
        </BarShell>
      </div>
      <ShortcutsHelp shortcuts={[...shortcuts, ...common]} />
      <Toasts />
    </>
  );
}
