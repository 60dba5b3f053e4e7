import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { mailLinkToMyselfAction, proveByCodeAction } from "@/app/(site)/sign-in/actions";
import { stepPage } from "@/app/current-actor";
import { requireAnySession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { WriteToUs } from "@/app/write-to-us";
import { ConfirmIdentity } from "@/components/parties/sign-in/confirm-identity";
import { CodeForm } from "@/components/parties/sign-in/second-factor";
import { PasskeySignIn } from "@/components/parties/sign-in/sign-in-form";
import { SignOutForm } from "@/components/shell/account";
import { findSecondFactors, isFresh, safePath } from "@/lib/domain/parties/people";

export const metadata: Metadata = { title: "Confirm it’s you" };

type Query = { to?: string | string[] };

/**
 * Asks for a second factor: the only page that a half session opens. Also asks people again who proved a while ago who they are.
 * Those without a second factor sign in again by mail.
 */
export default async function SecondStepPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { to } = await searchParams;
  const returnTo = safePath(typeof to === "string" ? to : null);
  const { session, ctx } = await requireAnySession();
  const { user, asks, factors, byMail } = session;
  if (asks !== "factor" && isFresh(session))
    redirect(asks ? stepPage(asks, returnTo) : (returnTo ?? "/sign-in/landing"));
  const { recoveryCodesLeft } = await findSecondFactors(ctx);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-lg">Confirm it’s you</h1>
        <p className="text-muted">
          {asks === "factor" ? "The link signed you in as " : "You signed in a while ago as "}
          <strong className="break-all font-medium text-ink">{user.email}</strong>.{" "}
          {asks === "factor" ? "Your account also needs a second factor." : "Confirm it’s you to continue."}
        </p>
      </div>
      {factors.app || recoveryCodesLeft > 0 ? (
        <CodeForm
          action={proveByCodeAction.bind(null, returnTo ?? "")}
          label={factors.app ? "Code" : "Recovery code"}
          hint={
            factors.app
              ? "The 6 digits in your authenticator app, or one of your recovery codes."
              : "If you don’t have your passkey. Each code works once."
          }
          button="Confirm"
        />
      ) : null}
      {byMail ? (
        <ConfirmIdentity mailLink={mailLinkToMyselfAction} email={user.email} returnTo={returnTo ?? ""} />
      ) : null}
      {factors.passkey ? <PasskeySignIn returnTo={returnTo} /> : null}
      <div className="flex flex-col items-start gap-3 border-line border-t pt-6 text-muted text-sm">
        {byMail ? null : (
          <p>
            Lost your passkey, app and recovery codes? <WriteToUs />. We remove them once we know that it’s you.
          </p>
        )}
        <SignOutForm action={signOutAction} />
      </div>
    </div>
  );
}
