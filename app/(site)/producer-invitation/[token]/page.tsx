import type { Metadata } from "next";
import { acceptProducerInvitationAction } from "@/app/(site)/account/actions";
import { ClosedInvitation, Expiry, ForInvited } from "@/app/(site)/for-invited";
import { currentSession } from "@/app/session";
import { AcceptForm } from "@/components/parties/producers/name-form";
import { findProducerInvitation, type ProducerInvitationView } from "@/lib/domain/parties/producers";
import { SERVICE_NAME } from "@/lib/platform/brand";

export const metadata: Metadata = { title: "Invitation" };

const ACCEPTED = { title: "You have already accepted", href: "/producer", label: "Open your productions" };

/** The page behind a producer's mailed invitation. Opening it changes nothing; only its button accepts. */
export default async function ProducerInvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await findProducerInvitation(token);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      {invitation?.state === "open" ? (
        <Open invitation={invitation} path={`/producer-invitation/${token}`} />
      ) : (
        <ClosedInvitation
          state={invitation?.state ?? null}
          accepted={ACCEPTED}
          sender="the platform that invited you"
        />
      )}
    </div>
  );
}

async function Open({ invitation, path }: { invitation: ProducerInvitationView; path: string }) {
  const session = await currentSession();
  const { id, partnerName, invitedBy, email, expiresAt } = invitation;
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="wrap-anywhere font-semibold text-lg">
          {partnerName ? `Work with ${partnerName}` : "Become a producer"}
        </h1>
        <p className="wrap-anywhere">
          {partnerName ? `${invitedBy ?? "A team member"} of ${partnerName} invites` : "We invite"} you to keep the
          records of your productions with {SERVICE_NAME}.
        </p>
        <p>
          You document who is in a production and seal its records. You get a certificate that every platform can check.
        </p>
        {partnerName ? (
          <p className="wrap-anywhere text-muted">
            {partnerName} sees your name, and only the productions that you link to it or that it registers for you.
          </p>
        ) : null}
        <Expiry at={expiresAt} />
      </div>
      <ForInvited session={session} email={email} path={path}>
        <AcceptForm
          accept={acceptProducerInvitationAction.bind(null, id, path)}
          currentName={session?.producer?.name ?? null}
        />
      </ForInvited>
    </>
  );
}
