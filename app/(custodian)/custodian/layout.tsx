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
import { VeilKey } from "@/components/ui/veil";
import { countRequests, REQUESTS_COUNTED_AT_MOST } from "@/lib/domain/removals/custody";
import { searchDeskAction } from "./search";

export const metadata: Metadata = { robots: { index: false, follow: false } };

const IDENTITIES = { on: "Identities", at: ["/custodian/identities"] };
const CHECK = { on: "An identity check", at: ["/custodian/identities/"] };
const LISTS = { on: "Removals and records", at: ["/custodian/removals", "/custodian/index", "/custodian/records/"] };
const REQUEST = { on: "A removal request", at: ["/custodian/removals/"] };

const shortcuts = [
  { keys: ["j"], does: "Next check", ...IDENTITIES },
  { keys: ["k"], does: "Previous check", ...IDENTITIES },
  { keys: ["Enter"], does: "Open the check", ...IDENTITIES },
  { keys: ["o"], does: "Open the check, or the first one", ...IDENTITIES },
  { keys: ["n"], does: "Take the next check", ...IDENTITIES },
  { keys: ["o"], does: "Open the photos", ...CHECK },
  { keys: ["v"], does: "Show the photos, or blur them again", ...CHECK },
  { keys: ["+"], does: "Zoom in on both photos", ...CHECK },
  { keys: ["-"], does: "Zoom out", ...CHECK },
  { keys: ["r"], does: "Rotate", ...CHECK },
  { keys: ["0"], does: "Reset zoom and rotation", ...CHECK },
  { keys: ["1", "…", "5"], does: "Check or clear a statement", ...CHECK },
  { keys: ["m"], does: "Check what the reading confirms", ...CHECK },
  { keys: ["a"], does: "Approve", ...CHECK },
  { keys: ["x"], does: "Reject: then a number for the reason, and Enter", ...CHECK },
  { keys: ["p"], does: "Ask for a better photo: d, b or f, a number, Enter", ...CHECK },
  { keys: ["c"], does: "Reassign to a colleague", ...CHECK },
  { keys: ["s"], does: "Ask for or give a second opinion", ...CHECK },
  { keys: ["n"], does: "Write a note", ...CHECK },
  { keys: ["j"], does: "The check after this one", ...CHECK },
  { keys: ["k"], does: "The check before this one", ...CHECK },
  { keys: ["j"], does: "Next row", ...LISTS },
  { keys: ["k"], does: "Previous row", ...LISTS },
  { keys: ["Enter"], does: "Open the row", ...LISTS },
  { keys: ["o"], does: "Open the row, or the first one", ...LISTS },
  { keys: ["n"], does: "Take the next removal request", ...LISTS },
  { keys: ["v"], does: "Show a record’s picture, or blur it again", ...LISTS },
  { keys: ["j"], does: "The record after this one, then the next request", ...REQUEST },
  { keys: ["k"], does: "The record before this one, then the previous request", ...REQUEST },
  { keys: ["o"], does: "Show or hide the stored copy", ...REQUEST },
  { keys: ["v"], does: "Show the pictures, or blur them again", ...REQUEST },
  { keys: ["+"], does: "Zoom in on all copies", ...REQUEST },
  { keys: ["-"], does: "Zoom out of all copies", ...REQUEST },
  { keys: ["r"], does: "Rotate the copies", ...REQUEST },
  { keys: ["0"], does: "Reset zoom and rotation of the copies", ...REQUEST },
  { keys: ["c"], does: "Confirm removal: then a number for the reason, and Enter", ...REQUEST },
  { keys: ["x"], does: "Reject, or propose to: then a number, and Enter", ...REQUEST },
  { keys: ["t"], does: "Attach a suggestion", ...REQUEST },
  { keys: ["d"], does: "Dismiss a suggestion", ...REQUEST },
  { keys: ["a"], does: "Records that look alike: one by one, or all together", ...REQUEST },
  { keys: ["q"], does: "Ask the claimant", ...REQUEST },
  { keys: ["i"], does: "Attach another record by its id", ...REQUEST },
  { keys: ["e"], does: "Close the request", ...REQUEST },
  { keys: ["w"], does: "Take the request, or put it back", ...REQUEST },
  { keys: ["h"], does: "Reassign the request to a colleague", ...REQUEST },
  { keys: ["n"], does: "Write a note about the request", ...REQUEST },
];

/** The frame of the custodians' pages. Each page checks the session again, because a layout doesn't run on every request. */
export default async function CustodianLayout({ children }: { children: ReactNode }) {
  const { open, breached } = await countRequests(await requireCustodian());
  const lateHref = breached > 0 ? requestsHref({ view: "breached" }) : null;
  const removals = open > 0 || lateHref ? { text: cutCountText(open, REQUESTS_COUNTED_AT_MOST), lateHref } : undefined;
  const session = await requireSession();
  const account = await accountIn("/custodian", session);
  return (
    <CustodianShell
      account={account}
      search={
        <CommandSearch
          search={searchDeskAction}
          pages={CUSTODIAN_PAGES}
          by="Name, email, title, URL, id or page"
          findsBy="Search by three letters or more of a name, a title or a URL, by a full email, or by an id. We record each search for every person it finds."
          pauseMs={400}
        />
      }
      signOut={<SignOutForm action={signOutAction} />}
      shortcuts={shortcuts}
      removals={removals}
    >
      {session.user.blursPictures ? (
        <div data-veils className="contents">
          <VeilKey />
          {children}
        </div>
      ) : (
        children
      )}
    </CustodianShell>
  );
}
