import type { Metadata } from "next";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/link";
import { findSignInToken, safePath } from "@/lib/domain/people";

export const metadata: Metadata = { title: "Confirm sign-in" };

type Query = { token?: string | string[]; to?: string | string[] };

/** Where a mailed link leads. Looking at it spends nothing, so mail scanners may; the button does. */
export default async function ConfirmPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { token, to } = await searchParams;
  const link = typeof token === "string" ? await findSignInToken(token) : null;
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
            <input type="hidden" name="callbackUrl" value={safePath(typeof to === "string" ? to : null) ?? ""} />
            <Button type="submit" variant="primary" size="lg">
              Sign in
            </Button>
          </form>
          <p className="text-muted text-sm">
            The link works once. If you did not ask for it, close this page: nobody gets in without this button.
          </p>
        </>
      ) : (
        <>
          <div className="flex flex-col gap-1">
            <h1 className="font-semibold text-lg">This link does not work any more</h1>
            <p className="text-muted">
              It was used already, has expired, or was cut off on its way. A new one is quick.
            </p>
          </div>
          <ButtonLink href="/sign-in" variant="primary" className="self-start">
            Get a new link
          </ButtonLink>
        </>
      )}
    </div>
  );
}
