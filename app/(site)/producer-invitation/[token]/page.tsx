import type { Metadata } from "next";
import { acceptProducerInvitationAction } from "@/app/(site)/account/actions";
import { ForInvited } from "@/app/(site)/for-invited";
import { currentSession } from "@/app/session";
import { AcceptForm } from "@/components/producers/name-form";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { findProducerInvitation, type ProducerInvitationView } from "@/lib/domain/producers";
import { SERVICE_NAME } from "@/lib/platform/brand";

export const metadata: Metadata = { title: "Invitation" };

/** The page behind a producer's mailed invitation. Opening it changes nothing; only its button accepts. */
export default async function ProducerInvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await findProducerInvitation(token);
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 py-12 md:py-20">
      {invitation?.state === "open" ? (
        <Open invitation={invitation} path={`/producer-invitation/${token}`} />
      ) : (
        <Closed invitation={invitation} />
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
        <p className="text-muted">
          The invitation expires <Time at={expiresAt} />. If you don’t want to join, close this page.
        </p>
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

function Closed({ invitation }: { invitation: ProducerInvitationView | null }) {
  const accepted = invitation?.state === "accepted";
  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="font-semibold text-lg">
          {accepted ? "You have already accepted" : "This invitation is closed"}
        </h1>
        <p className="text-muted">{invitation ? explanations[invitation.state] : explanations.unknown}</p>
      </div>
      <ButtonLink href={accepted ? "/producer" : "/sign-in"} variant="primary" className="self-start">
        {accepted ? "Open your productions" : "Sign in"}
      </ButtonLink>
    </>
  );
}

const explanations = {
  open: "",
  accepted: "You accepted this invitation.",
  withdrawn: "It was withdrawn or replaced by a newer one. Check your inbox for the latest email.",
  expired: "It expired after seven days. Ask the platform that invited you for a new one.",
  unknown: "The link is incomplete or wrong. Use the link in the latest email.",
};
