import type { Metadata } from "next";
import { makeRecoveryCodesAction, startAppAction } from "@/app/(site)/sign-in/actions";
import { requireSetUp } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { AddPasskey } from "@/components/parties/sign-in/add-passkey";
import { deviceName } from "@/components/parties/sign-in/passkey-ceremony";
import { RecoveryCodes } from "@/components/parties/sign-in/second-factor";
import { SignOutForm } from "@/components/shell/account";
import { ActionForm } from "@/components/ui/action-form";
import { ButtonLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { findSecondFactors, safePath } from "@/lib/domain/parties/people";

export const metadata: Metadata = { title: "Second factor" };

type Query = { to?: string | string[] };

/** Sets up a second factor, then recovery codes. Half sessions of people who need one and have none come here. */
export default async function SetUpPage({ searchParams }: { searchParams: Promise<Query> }) {
  const { to } = await searchParams;
  const returnTo = safePath(typeof to === "string" ? to : null) ?? "/sign-in/landing";
  const { session, ctx } = await requireSetUp();
  const { factors, asks, user } = session;
  const { recoveryCodesLeft } = await findSecondFactors(ctx);
  const isDone = factors.app || factors.passkey;
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-8 px-4 py-12 md:py-20">
      <div className="flex flex-col gap-1">
        <h1 className="font-semibold text-lg">{isDone ? "Your second factor is set up" : "Add a second factor"}</h1>
        <p className="text-muted">
          {isDone
            ? "Save recovery codes too, in case you lose your device."
            : `${asks === "setup" ? `Your role needs one before anything else opens for ${user.email}.` : "It keeps your account safe if somebody reads your email."} Choose one of these.`}
        </p>
      </div>
      {isDone ? (
        <>
          <PageSection id="recovery" title="Recovery codes">
            <RecoveryCodes make={makeRecoveryCodesAction} left={recoveryCodesLeft} />
          </PageSection>
          <ButtonLink href={returnTo} className="self-start">
            Continue
          </ButtonLink>
        </>
      ) : (
        <>
          <PageSection
            id="passkey"
            title="Passkey"
            description="Your fingerprint, face or device PIN. It signs you in without an email, and can’t be phished."
          >
            <AddPasskey deviceName={deviceName(ctx.userAgent ?? null)} />
          </PageSection>
          <PageSection
            id="app"
            title="Authenticator app"
            description="A 6-digit code from an app on your phone, after the mailed link."
          >
            <ActionForm action={startAppAction.bind(null, returnTo)} label="Set up an app" />
          </PageSection>
          <SignOutForm action={signOutAction} />
        </>
      )}
    </div>
  );
}
