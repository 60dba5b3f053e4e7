import { CircleUser, Clapperboard, ClipboardCheck } from "lucide-react";
import type { ReactNode } from "react";
import type { Account } from "./account";
import { RailName, RailNav, RailShell } from "./rail";

/** The producer's pages, in rail order. */
const rail = [
  {
    entries: [
      { href: "/producer", label: "Productions", icon: Clapperboard, below: ["/producer/productions"] },
      { href: "/producer/readiness", label: "Readiness", icon: ClipboardCheck },
      { href: "/producer/account", label: "Producer account", icon: CircleUser },
    ],
  },
];

const shortcuts = [
  { keys: ["/"], does: "Focus the list’s search" },
  { keys: ["?"], does: "Show this list" },
  { keys: ["Esc"], does: "Close a dialog or menu" },
];

type ProducerShellProps = {
  children: ReactNode;
  account: Account;
  producerName: string;
  /** A SignOutForm. */
  signOut: ReactNode;
};

/** The layout of a producer's pages. */
export const ProducerShell = ({ children, account, producerName, signOut }: ProducerShellProps) => (
  <RailShell
    home="/producer"
    account={account}
    top={<RailName>{producerName}</RailName>}
    nav={<RailNav label="Producer" groups={rail} />}
    signOut={signOut}
    shortcuts={shortcuts}
  >
    {children}
  </RailShell>
);
