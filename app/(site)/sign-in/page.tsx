import type { Metadata } from "next";
import { currentSession } from "@/app/session";
import { wordsFor } from "@/components/lists/list-address";
import { SignInForm } from "@/components/parties/sign-in/sign-in-form";
import { SignedInAs } from "@/components/parties/sign-in/signed-in-as";
import { Callout } from "@/components/ui/callout";
import { safePath } from "@/lib/domain/parties/people";
import { mailSignInLinkAction } from "./actions";

export const metadata: Metadata = { title: "Sign in" };

type Query = { to?: string | string[]; error?: string | string[]; out?: string | string[] };

/** The sign-in page for partners, custodians and creators. */
export default async function SignInPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { to, error, out } = await searchParams;
  const session = await currentSession();
  const returnTo = safePath(typeof to === "string" ? to : null);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-lg">Sign in</h1>
        <p className="text-muted">No password needed. We email you a link that works once.</p>
      </div>
      {error ? <Callout tone="harm">{wordsFor(problems, error) ?? problems.other}</Callout> : null}
      {out && !session ? <Callout live>You are signed out.</Callout> : null}
      {session ? <SignedInAs email={session.user.email} returnTo={returnTo} /> : null}
      <SignInForm action={mailSignInLinkAction} returnTo={returnTo} />
    </div>
  );
}

const problems: Record<string, string> = {
  Verification: "This link was already used or has expired. Request a new one below.",
  AccessDenied: "This email address no longer has an account.",
  other: "Sign-in failed. Try again.",
};
