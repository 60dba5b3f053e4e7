import type { ReactNode } from "react";
import type { Account } from "./account-panel";
import { BarShell } from "./bar-shell";

export type CreatorShellProps = { children: ReactNode; account: Account; signOut?: ReactNode };

/** The creator's rooms. One line for each page that exists. */
const entries = [{ href: "/creator", label: "Your record" }];

/** The frame of a creator's own room: one calm column that fits a phone. */
export function CreatorShell({ children, account, signOut }: CreatorShellProps) {
  return (
    <BarShell home="/creator" room="Creator" entries={entries} account={account} signOut={signOut} width="max-w-3xl">
      {children}
    </BarShell>
  );
}
