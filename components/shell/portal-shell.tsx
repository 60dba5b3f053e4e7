import type { ReactNode } from "react";
import { OpenByAddress } from "@/components/ui/hotkeys";
import type { Role } from "@/lib/domain/core/context";
import { portalHome } from "@/lib/domain/parties/people/roles";
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
  /** A CommandSearch, for roles that have something to search. */
  search?: ReactNode;
  /** A SignOutForm. */
  signOut: ReactNode;
};

const SEARCH = { keys: ["mod", "K"], does: "Search records, pages and actions" };
const shortcuts = [
  { keys: ["/"], does: "Focus the list’s search" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
];

/** The layout of the partner portal. */
export const PortalShell = ({ children, account, partnerName, role, switcher, search, signOut }: PortalShellProps) => (
  <RailShell
    home={portalHome(role)}
    account={account}
    top={
      <>
        {switcher ?? <RailName>{partnerName}</RailName>}
        {search}
      </>
    }
    nav={<RailNav label="Portal" groups={railFor(role)} />}
    signOut={signOut}
    shortcuts={search ? [SEARCH, ...shortcuts] : shortcuts}
  >
    {children}
    <OpenByAddress />
  </RailShell>
);
