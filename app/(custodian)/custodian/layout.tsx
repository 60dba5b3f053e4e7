import type { Metadata } from "next";
import type { ReactNode } from "react";
import { accountIn } from "@/app/areas";
import { requireCustodian, requireSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { SignOutForm } from "@/components/shell/account";
import { CustodianShell } from "@/components/shell/custodian-shell";

export const metadata: Metadata = { robots: { index: false, follow: false } };

const shortcuts = [
  { keys: ["o"], does: "Open the photos of a check" },
  { keys: ["a"], does: "Approve" },
  { keys: ["r"], does: "Reject" },
  { keys: ["j"], does: "Next check" },
  { keys: ["k"], does: "Previous check" },
];

/** The frame of the custodians' pages. Each page checks the session again, because a layout doesn't run on every request. */
export default async function CustodianLayout({ children }: { children: ReactNode }) {
  await requireCustodian();
  const account = await accountIn("/custodian", await requireSession());
  return (
    <CustodianShell account={account} signOut={<SignOutForm action={signOutAction} />} shortcuts={shortcuts}>
      {children}
    </CustodianShell>
  );
}
