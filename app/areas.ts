import type { Account } from "@/components/shell/account";
import { isCreator } from "@/lib/domain/creators/overview";
import type { SignedIn } from "@/lib/domain/parties/people";

/** A group of pages that a person may open. `home` is its first page, `open` the button that leads there. */
type Area = { root: string; home: string; label: string; open: string };

/**
 * The areas that a signed-in person can open. The first one is where they land: work for others comes before their own
 * records, so a custodian lands on the reviews, and a partner's admin who also produces lands in the portal.
 */
export async function areasOf({ user, memberships, producer }: SignedIn): Promise<Area[]> {
  return [
    ...(user.isCustodian ? [CUSTODIAN] : []),
    ...(memberships.length > 0 ? [PORTAL] : []),
    ...(producer ? [PRODUCER] : []),
    ...((await isCreator(user.id)) ? [CREATOR] : []),
  ];
}

const CUSTODIAN = { root: "/custodian", home: "/custodian/identities", label: "Custodian", open: "Review identities" };
const PORTAL = { root: "/portal", home: "/portal", label: "Partner portal", open: "Open the partner portal" };
const PRODUCER = { root: "/producer", home: "/producer", label: "Producer", open: "Open your productions" };
const CREATOR = { root: "/creator", home: "/creator", label: "Creator account", open: "Open your creator account" };

/** The signed-in person as the frame of an area shows them, with links to their other areas. */
export async function accountIn(root: string, session: SignedIn): Promise<Account> {
  const others = (await areasOf(session)).filter((area) => area.root !== root);
  const { name, email } = session.user;
  return { name, email, areas: others.map(({ home, label }) => ({ href: home, label })) };
}
