import type { ReactNode } from "react";
import { mailSignInLinkAction } from "@/app/(site)/sign-in/actions";
import type { currentSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { SignInForm } from "@/components/parties/sign-in/sign-in-form";
import { SignOutForm } from "@/components/shell/account";
import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";

/** What custodians give up when they join a team or become producers. */
export const CUSTODIANS_STAY_OUT =
  "You are a custodian of records. If you accept, you can’t open or decide anything involving this partner or your own productions, even after you leave.";

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
  if (session?.user.email === email) {
    return (
      <>
        {session.user.isCustodian ? <Callout tone="waiting">{CUSTODIANS_STAY_OUT}</Callout> : null}
        {children}
      </>
    );
  }
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

/** Until when an invitation can be accepted. */
export const Expiry = ({ at }: { at: Date }) => (
  <p className="text-muted">
    The invitation expires <Time at={at} />. If you don’t want to join, close this page.
  </p>
);

type ClosedInvitationProps = {
  /** Null for an unknown link. */
  state: "open" | "accepted" | "withdrawn" | "expired" | null;
  /** The title, and the page to open, for who accepted it. */
  accepted: { title: string; href: string; label: string };
  /** Who sends a new one. */
  sender: string;
};

/** Why an invitation can't be accepted any more, and where to go instead. */
export function ClosedInvitation({ state, accepted, sender }: ClosedInvitationProps) {
  const explanations = {
    open: "",
    accepted: "You accepted this invitation.",
    withdrawn: "It was withdrawn or replaced by a newer one. Check your inbox for the latest email.",
    expired: `It expired after seven days. Ask ${sender} for a new one.`,
    unknown: "The link is incomplete or wrong. Use the link in the latest email.",
  };
  const isAccepted = state === "accepted";
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg">{isAccepted ? accepted.title : "This invitation is closed"}</h1>
        <p className="text-muted">{explanations[state ?? "unknown"]}</p>
      </div>
      <ButtonLink href={isAccepted ? accepted.href : "/sign-in"} variant="primary" className="self-start">
        {isAccepted ? accepted.label : "Sign in"}
      </ButtonLink>
    </>
  );
}
