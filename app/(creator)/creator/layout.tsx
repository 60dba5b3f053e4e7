import type { Metadata } from "next";
import type { ReactNode } from "react";
import { accountIn } from "@/app/areas";
import { requireSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { SignOutForm } from "@/components/shell/account";
import { CreatorShell } from "@/components/shell/bar-shell";

export const metadata: Metadata = { robots: { index: false, follow: false } };

/** The frame of a creator's account. Each page checks the session again, because a layout doesn't run on every request. */
export default async function CreatorLayout({ children }: { children: ReactNode }) {
  const account = await accountIn("/creator", await requireSession());
  return (
    <CreatorShell account={account} signOut={<SignOutForm action={signOutAction} />}>
      {children}
    </CreatorShell>
  );
}
