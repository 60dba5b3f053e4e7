import type { ReactNode } from "react";
import { mailSignInLinkAction } from "@/app/(site)/sign-in/actions";
import type { currentSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { SignOutForm } from "@/components/shell/account";
import { SignInForm } from "@/components/sign-in/sign-in-form";
import { Callout } from "@/components/ui/callout";

type ForInvitedProps = {
  session: Awaited<ReturnType<typeof currentSession>>;
  /** Who was invited. */
  email: string;
  /** The invitation's own page. */
  path: string;
  children: ReactNode;
};

/** What accepts an invitation, for the person it was mailed to. Anyone else is told to sign in with that address. */
export function ForInvited({ session, email, path, children }: ForInvitedProps) {
  if (session?.user.email === email) return children;
  if (session) {
    return (
      <Callout
        tone="waiting"
        title="This invitation is for another email address"
        actions={<SignOutForm action={signOutAction} />}
      >
        You are signed in as <strong className="break-all">{session.user.email}</strong>. Sign out, then open the
        invitation again.
      </Callout>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <h2 className="font-semibold text-base">Sign in first</h2>
      <p className="text-muted">Use the email address we sent the invitation to. The link brings you back here.</p>
      <SignInForm action={mailSignInLinkAction} returnTo={path} />
    </div>
  );
}
