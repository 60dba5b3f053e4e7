import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentSession } from "@/app/session";
import { SignedInAs } from "@/components/parties/sign-in/signed-in-as";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/link";
import { findSignInToken, isLinkOf, safePath } from "@/lib/domain/parties/people";

export const metadata: Metadata = { title: "Confirm sign-in" };

type Query = { token?: string | string[]; to?: string | string[] };

/**
 * The page behind a mailed link. Only its button uses the link, so mail scanners can open the page. A used or expired
 * link leads its own person, if signed in, to where it led.
 */
export default async function ConfirmPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { token, to } = await searchParams;
  const link = typeof token === "string" ? await findSignInToken(token) : null;
  const returnTo = safePath(typeof to === "string" ? to : null);
  const session = !link && (await currentSession());
  if (session && typeof token === "string" && isLinkOf(session.user.email, token)) {
    redirect(returnTo ?? "/sign-in/landing");
  }
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      {link && typeof token === "string" ? (
        <>
          <div className="flex flex-col gap-1">
            <h1 className="font-semibold text-lg">Sign in as</h1>
            <p className="break-all">{link.email}</p>
          </div>
          <form method="post" action="/api/auth/callback/email" className="flex flex-col gap-4">
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="callbackUrl" value={returnTo ?? ""} />
            <Button type="submit" variant="primary" size="lg">
              Sign in
            </Button>
          </form>
          <p className="text-muted text-sm">The link works once. If you didn’t request it, close this page.</p>
        </>
      ) : (
        <>
          <div className="flex flex-col gap-1">
            <h1 className="font-semibold text-lg">This link no longer works</h1>
            <p className="text-muted">It was already used, has expired, or is incomplete.</p>
          </div>
          {session ? <SignedInAs email={session.user.email} returnTo={returnTo} /> : null}
          <ButtonLink href="/sign-in" variant="primary" className="self-start">
            Get a new link
          </ButtonLink>
        </>
      )}
    </div>
  );
}
