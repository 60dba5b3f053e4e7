import type { ReactNode } from "react";
import { Toasts } from "@/components/toasts";
import { type Shortcut, ShortcutsHelp } from "@/components/ui/hotkeys";
import type { Account } from "./account";
import { BarShell } from "./bar-shell";

export type CustodianShellProps = {
  children: ReactNode;
  account: Account;
  signOut?: ReactNode;
  /** Keys of the page, before those of every custodian page. */
  shortcuts?: readonly Shortcut[];
};

/** The custodian's queues and the index. One line for each page that exists. */
const entries = [
  { href: "/custodian/identities", label: "Identities" },
  { href: "/custodian/index", label: "Index" },
  { href: "/custodian/holds", label: "Holds" },
  { href: "/custodian/accounts", label: "Accounts" },
];

const common: Shortcut[] = [
  { keys: ["/"], does: "Focus the list's search" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close what is open" },
];

/** The custodian's frame: wide, for evidence side by side. */
export function CustodianShell({ children, account, signOut, shortcuts = [] }: CustodianShellProps) {
  return (
    <>
      <div className="text-sm">
        <BarShell
          home="/custodian/identities"
          title="Custodian"
          entries={entries}
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
