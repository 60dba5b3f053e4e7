import { makeRecoveryCodesAction, startAppAction } from "@/app/(site)/sign-in/actions";
import { stepPage } from "@/app/current-actor";
import { requirePerson, requireSession } from "@/app/session";
import { AppSection, PasskeyList, SessionList } from "@/components/parties/sign-in/account-security";
import { AddPasskey } from "@/components/parties/sign-in/add-passkey";
import { deviceName } from "@/components/parties/sign-in/passkey-ceremony";
import { RecoveryCodes } from "@/components/parties/sign-in/second-factor";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { ButtonLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { findSecondFactors, isFresh, listPasskeys, listSessions } from "@/lib/domain/parties/people";
import {
  endOtherSessionsAction,
  endSessionAction,
  removeAppAction,
  removePasskeyAction,
  renamePasskeyAction,
} from "./actions";

/** A person's passkeys, authenticator app, recovery codes and sessions. `path` is the page that shows them. */
export async function SecuritySections({ path }: { path: string }) {
  const session = await requireSession();
  const ctx = await requirePerson();
  const [passkeys, sessions] = [await listPasskeys(ctx), await listSessions(ctx)];
  const { appSince, recoveryCodesLeft } = await findSecondFactors(ctx);
  const fresh = isFresh(session);
  const others = sessions.length - 1;
  return (
    <div className="flex flex-col gap-10">
      {fresh ? null : (
        <Callout
          tone="accent"
          title="Confirm it’s you to change how you sign in"
          actions={
            <ButtonLink href={stepPage("factor", path)} size="sm">
              Confirm it’s you
            </ButtonLink>
          }
        >
          You can then change your passkeys, app and recovery codes for 15 minutes.
        </Callout>
      )}
      <PageSection
        id="passkeys"
        title="Passkeys"
        description="Sign in with your fingerprint, face or device PIN, without an email. Passkeys can’t be phished."
        className="gap-4"
      >
        {passkeys.length > 0 ? (
          <PasskeyList passkeys={passkeys} rename={renamePasskeyAction} remove={fresh ? removePasskeyAction : null} />
        ) : fresh ? null : (
          <p className="text-muted">None yet.</p>
        )}
        {fresh ? <AddPasskey deviceName={deviceName(ctx.userAgent ?? null)} /> : null}
      </PageSection>
      <PageSection
        id="app"
        title="Authenticator app"
        description="Signing in by email then also takes a 6-digit code from your phone."
        className="items-start"
      >
        <AppSection
          since={appSince}
          start={fresh ? startAppAction.bind(null, path) : null}
          remove={fresh ? removeAppAction : null}
        />
      </PageSection>
      {passkeys.length > 0 || appSince ? (
        <PageSection
          id="recovery"
          title="Recovery codes"
          description="Each one works once, if you lose your passkey or app."
        >
          {fresh ? (
            <RecoveryCodes make={makeRecoveryCodesAction} left={recoveryCodesLeft} />
          ) : (
            <p className="text-muted">You have {recoveryCodesLeft === 0 ? "none" : `${recoveryCodesLeft} left`}.</p>
          )}
        </PageSection>
      ) : null}
      <section aria-labelledby="sessions" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div>
            <h2 id="sessions" className="font-semibold text-base">
              Sessions
            </h2>
            <p className="max-w-prose text-muted">
              The browsers you are signed in on. Ending a session signs that browser out at once. Unused sessions end
              automatically.
            </p>
          </div>
          {others > 0 ? (
            <ConfirmAction
              trigger={<Button>End other sessions</Button>}
              title="End all other sessions?"
              confirmLabel={others === 1 ? "End the other session" : `End ${others} sessions`}
              action={endOtherSessionsAction}
              success="Other sessions ended"
            >
              <p>
                This signs out {others === 1 ? "one other browser" : `${others} other browsers`}. You stay signed in
                here.
              </p>
            </ConfirmAction>
          ) : null}
        </div>
        <SessionList sessions={sessions} currentId={session.sessionId} end={endSessionAction} />
      </section>
    </div>
  );
}
