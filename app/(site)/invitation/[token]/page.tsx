import type { Metadata } from "next";
import { acceptInvitationAction } from "@/app/(site)/account/actions";
import { ForInvited } from "@/app/(site)/for-invited";
import { currentSession } from "@/app/session";
import { SubmitButton } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { findInvitation, type InvitationView } from "@/lib/domain/partners";
import { ROLE_LABELS } from "@/lib/domain/people";
import { SERVICE_NAME } from "@/lib/platform/brand";

export const metadata: Metadata = { title: "Invitation" };

/** The page behind a mailed invitation. Opening it changes nothing; only its button joins the team. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await findInvitation(token);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      {invitation?.state === "open" ? (
        <Open invitation={invitation} path={`/invitation/${token}`} />
      ) : (
        <Closed invitation={invitation} />
      )}
    </div>
  );
}

async function Open({ invitation, path }: { invitation: InvitationView; path: string }) {
  const session = await currentSession();
  const { partnerName, role, invitedBy, expiresAt, email, id } = invitation;
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="break-words font-semibold text-lg">Join {partnerName}</h1>
        <p className="break-words">
          {invitedBy ?? "A team member"} invited you to the team that manages {partnerName}’s compliance records on{" "}
          {SERVICE_NAME}.
        </p>
        <p>
          Your role: <strong>{ROLE_LABELS[role].name}</strong>. {ROLE_LABELS[role].may}
        </p>
        <p className="text-muted">
          The invitation expires <Time at={expiresAt} />. If you don’t want to join, close this page.
        </p>
      </div>
      <ForInvited session={session} email={email} path={path}>
        <form action={acceptInvitationAction.bind(null, id, path)}>
          <SubmitButton size="lg" className="w-full" pendingLabel="Joining">
            Join the team
          </SubmitButton>
        </form>
      </ForInvited>
    </>
  );
}

function Closed({ invitation }: { invitation: InvitationView | null }) {
  const accepted = invitation?.state === "accepted";
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg">{accepted ? "You have already joined" : "This invitation is closed"}</h1>
        <p className="text-muted">{invitation ? explanations[invitation.state] : explanations.unknown}</p>
      </div>
      <ButtonLink href={accepted ? "/portal" : "/sign-in"} variant="primary" className="self-start">
        {accepted ? "Open portal" : "Sign in"}
      </ButtonLink>
    </>
  );
}

const explanations = {
  open: "",
  accepted: "You accepted this invitation.",
  withdrawn: "It was withdrawn or replaced by a newer one. Check your inbox for the latest email.",
  expired: "It expired after seven days. Ask your team for a new one.",
  unknown: "The link is incomplete or wrong. Use the link in the latest email.",
};
