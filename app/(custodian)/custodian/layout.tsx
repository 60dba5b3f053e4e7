import type { Metadata } from "next";
import type { ReactNode } from "react";
import { accountIn } from "@/app/areas";
import { requireCustodian, requireSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { SignOutForm } from "@/components/shell/account";
import { requestsHref } from "@/components/shell/addresses";
import { CommandSearch } from "@/components/shell/command-search";
import { CUSTODIAN_PAGES, CustodianShell } from "@/components/shell/custodian-shell";
import { cutCountText } from "@/components/ui/format";
import { countRequests, REQUESTS_COUNTED_AT_MOST } from "@/lib/domain/removals/custody";
import { searchDeskAction } from "./search";

export const metadata: Metadata = { robots: { index: false, follow: false } };

const shortcuts = [
  { keys: ["o"], does: "Open the photos of a check" },
  { keys: ["a", "Enter"], does: "Approve" },
  { keys: ["r"], does: "Reject, or propose to" },
  { keys: ["j"], does: "Next check, request or record" },
  { keys: ["k"], does: "Previous check, request or record" },
  { keys: ["c"], does: "Confirm a record’s removal" },
  { keys: ["t"], does: "Attach a suggestion" },
  { keys: ["d"], does: "Dismiss a suggestion" },
  { keys: ["i"], does: "Attach another record by its id" },
  { keys: ["q"], does: "Ask the claimant" },
  { keys: ["x"], does: "Close a request" },
  { keys: ["w"], does: "Assign or release a request" },
  { keys: ["n"], does: "Take the next check, or next removal request" },
  { keys: ["p"], does: "Previous removal request" },
];

/** The frame of the custodians' pages. Each page checks the session again, because a layout doesn't run on every request. */
export default async function CustodianLayout({ children }: { children: ReactNode }) {
  const { open, breached } = await countRequests(await requireCustodian());
  const lateHref = breached > 0 ? requestsHref({ view: "breached" }) : null;
  const removals = open > 0 || lateHref ? { text: cutCountText(open, REQUESTS_COUNTED_AT_MOST), lateHref } : undefined;
  const account = await accountIn("/custodian", await requireSession());
  return (
    <CustodianShell
      account={account}
      search={
        <CommandSearch
          search={searchDeskAction}
          pages={CUSTODIAN_PAGES}
          by="Name, email, title, URL, id or page"
          findsBy="Search by three letters or more of a name, a title or a URL, by a full email, or by an id. We log a search for each person it names."
          pauseMs={400}
        />
      }
      signOut={<SignOutForm action={signOutAction} />}
      shortcuts={shortcuts}
      removals={removals}
    >
      {children}
    </CustodianShell>
  );
}
