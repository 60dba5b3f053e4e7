import type { Metadata } from "next";
import { acceptInvitationAction } from "@/app/(site)/account/actions";
import { ClosedInvitation, Expiry, ForInvited } from "@/app/(site)/for-invited";
import { currentSession } from "@/app/session";
import { SubmitButton } from "@/components/ui/form";
import { findInvitation, type InvitationView } from "@/lib/domain/parties/partners";
import { ROLE_LABELS } from "@/lib/domain/parties/people";
import { SERVICE_NAME } from "@/lib/platform/brand";

export const metadata: Metadata = { title: "Invitation" };

const ACCEPTED = { title: "You have already joined", href: "/portal", label: "Open portal" };

/** The page behind a mailed invitation. Opening it changes nothing; only its button joins the team. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await findInvitation(token);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      {invitation?.state === "open" ? (
        <Open invitation={invitation} path={`/invitation/${token}`} />
      ) : (
        <ClosedInvitation state={invitation?.state ?? null} accepted={ACCEPTED} sender="your team" />
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
        <Expiry at={expiresAt} />
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
