import type { ReactNode } from "react";
import type { Account } from "./account-panel";
import { BarShell } from "./bar-shell";

const entries = [
  { href: "/creator", label: "Overview", exact: true },
  { href: "/creator/platforms", label: "Platforms" },
  { href: "/creator/works", label: "Works" },
  { href: "/creator/identity", label: "Identity" },
  { href: "/creator/statement", label: "Statement" },
];

type CreatorShellProps = { children: ReactNode; account: Account; signOut: ReactNode };

/** The frame of a creator's own room: few pages, one subject each. */
export function CreatorShell({ children, account, signOut }: CreatorShellProps) {
  return (
    <BarShell home="/creator" room="Your room" entries={entries} account={account} signOut={signOut} width="max-w-6xl">
      <div className="max-w-4xl text-sm">{children}</div>
    </BarShell>
  );
}
