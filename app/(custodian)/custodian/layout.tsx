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

const IDENTITIES = "Identities";
const CHECK = "An identity check";
const LISTS = "Removals and records";
const REQUEST = "A removal request";

const shortcuts = [
  { keys: ["j"], does: "Next check", on: IDENTITIES },
  { keys: ["k"], does: "Previous check", on: IDENTITIES },
  { keys: ["Enter"], does: "Open the check", on: IDENTITIES },
  { keys: ["o"], does: "Open the check, or the first one", on: IDENTITIES },
  { keys: ["n"], does: "Take the next check", on: IDENTITIES },
  { keys: ["o"], does: "Open the photos", on: CHECK },
  { keys: ["v"], does: "Show the photos, or blur them again", on: CHECK },
  { keys: ["+"], does: "Zoom in on both photos", on: CHECK },
  { keys: ["-"], does: "Zoom out", on: CHECK },
  { keys: ["r"], does: "Rotate", on: CHECK },
  { keys: ["0"], does: "Reset zoom and rotation", on: CHECK },
  { keys: ["1", "…", "5"], does: "Check or clear a statement", on: CHECK },
  { keys: ["m"], does: "Check what the reading confirms", on: CHECK },
  { keys: ["a"], does: "Approve", on: CHECK },
  { keys: ["x"], does: "Reject: then a number for the reason, and Enter", on: CHECK },
  { keys: ["p"], does: "Ask for a better photo: d, b or f, a number, Enter", on: CHECK },
  { keys: ["c"], does: "Reassign to a colleague", on: CHECK },
  { keys: ["s"], does: "Ask for or give a second opinion", on: CHECK },
  { keys: ["n"], does: "Write a note", on: CHECK },
  { keys: ["j"], does: "The check after this one", on: CHECK },
  { keys: ["k"], does: "The check before this one", on: CHECK },
  { keys: ["j"], does: "Next row", on: LISTS },
  { keys: ["k"], does: "Previous row", on: LISTS },
  { keys: ["Enter"], does: "Open the row", on: LISTS },
  { keys: ["o"], does: "Open the row, or the first one", on: LISTS },
  { keys: ["n"], does: "Take the next removal request", on: LISTS },
  { keys: ["v"], does: "Show a record’s picture, or blur it again", on: LISTS },
  { keys: ["j"], does: "The record after this one, then the next request", on: REQUEST },
  { keys: ["k"], does: "The record before this one, then the previous request", on: REQUEST },
  { keys: ["o"], does: "Show or hide the stored copy", on: REQUEST },
  { keys: ["v"], does: "Show the pictures, or blur them again", on: REQUEST },
  { keys: ["+"], does: "Zoom in on all copies", on: REQUEST },
  { keys: ["-"], does: "Zoom out of all copies", on: REQUEST },
  { keys: ["r"], does: "Rotate the copies", on: REQUEST },
  { keys: ["0"], does: "Reset zoom and rotation of the copies", on: REQUEST },
  { keys: ["c"], does: "Confirm removal: then a number for the reason, and Enter", on: REQUEST },
  { keys: ["x"], does: "Reject, or propose to: then a number, and Enter", on: REQUEST },
  { keys: ["t"], does: "Attach a suggestion", on: REQUEST },
  { keys: ["d"], does: "Dismiss a suggestion", on: REQUEST },
  { keys: ["q"], does: "Ask the claimant", on: REQUEST },
  { keys: ["i"], does: "Attach another record by its id", on: REQUEST },
  { keys: ["e"], does: "Close the request", on: REQUEST },
  { keys: ["w"], does: "Take the request, or put it back", on: REQUEST },
  { keys: ["h"], does: "Reassign the request to a colleague", on: REQUEST },
  { keys: ["n"], does: "Write a note about the request", on: REQUEST },
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
          findsBy="Search by three letters or more of a name, a title or a URL, by a full email, or by an id. We log a search for each person it names."
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
