import type { ReactNode } from "react";
import { OpenByAddress } from "@/components/ui/hotkeys";
import type { Role } from "@/lib/domain/core/context";
import type { Account } from "./account";
import { RailName, RailNav, RailShell, railFor } from "./rail";

export type PortalShellProps = {
  children: ReactNode;
  account: Account;
  partnerName: string;
  /** The person's role in this partner's team. */
  role: Role;
  /** A PartnerSwitcher, for people with several partners. */
  switcher?: ReactNode;
  /** A CommandSearch. */
  search: ReactNode;
  /** A SignOutForm. */
  signOut: ReactNode;
};

const shortcuts = [
  { keys: ["mod", "K"], does: "Search records, pages and actions" },
  { keys: ["/"], does: "Focus the list’s search" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
];

/** The layout of the partner portal. */
export const PortalShell = ({ children, account, partnerName, role, switcher, search, signOut }: PortalShellProps) => (
  <RailShell
    home="/portal"
    account={account}
    top={
      <>
        {switcher ?? <RailName>{partnerName}</RailName>}
        {search}
      </>
    }
    nav={<RailNav label="Portal" groups={railFor(role)} />}
    signOut={signOut}
    shortcuts={shortcuts}
  >
    {children}
    <OpenByAddress />
  </RailShell>
);
