import { mailLinkToMyselfAction } from "@/app/(site)/sign-in/actions";
import { requirePerson, requireSession } from "@/app/session";
import { PasskeyList, SessionList } from "@/components/parties/sign-in/account-security";
import { AddPasskey } from "@/components/parties/sign-in/add-passkey";
import { ConfirmIdentity } from "@/components/parties/sign-in/confirm-identity";
import { deviceName } from "@/components/parties/sign-in/passkey-ceremony";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { PageSection } from "@/components/ui/page-header";
import { listPasskeys, listSessions } from "@/lib/domain/parties/people";
import { endOtherSessionsAction, endSessionAction, removePasskeyAction, renamePasskeyAction } from "./actions";

/** A person's passkeys and sessions. `path` is the page that shows them. */
export async function SecuritySections({ path }: { path: string }) {
  const { sessionId, isFresh, user } = await requireSession();
  const ctx = await requirePerson();
  const [passkeys, sessions] = [await listPasskeys(ctx), await listSessions(ctx)];
  const others = sessions.length - 1;
  return (
    <div className="flex flex-col gap-10">
      <PageSection
        id="passkeys"
        title="Passkeys"
        description="Sign in with your fingerprint, face or device PIN. You can still sign in by email."
        className="gap-4"
      >
        <PasskeyList passkeys={passkeys} rename={renamePasskeyAction} remove={removePasskeyAction} />
        {isFresh ? (
          <AddPasskey deviceName={deviceName(ctx.userAgent ?? null)} />
        ) : (
          <ConfirmIdentity
            mailLink={mailLinkToMyselfAction}
            email={user.email}
            returnTo={path}
            hasPasskey={passkeys.length > 0}
          />
        )}
      </PageSection>
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
        <SessionList sessions={sessions} currentId={sessionId} end={endSessionAction} />
      </section>
    </div>
  );
}
