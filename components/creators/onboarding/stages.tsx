import type { ReactNode } from "react";
import { AwayLink, CustodianNote, Heading, StatusHeading } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { SuspendReason } from "@/lib/domain/accounts/schemas";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";

type InReviewProps = {
  partnerName: string;
  redirectUrl: string | null;
  address: string;
  byVendor: boolean;
  /** The state of the subscription, where creators pay. */
  children?: ReactNode;
  /** The subscription is the next step, so the platform's link is secondary. */
  unpaid?: boolean;
};

/** The check is sent and waits for its review. */
export function InReview({ partnerName, redirectUrl, address, byVendor, children, unpaid = false }: InReviewProps) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading status="In review" title={unpaid ? "We have your ID" : "We have everything we need"}>
        {unpaid ? "Thank you. One step is left, and you can do it now." : "Thank you. You can close this page."}
      </StatusHeading>
      {children}
      <ol className="flex flex-col gap-4">
        <Next title="We review your ID">
          {byVendor
            ? "The check of your document and face takes a few minutes."
            : "A custodian of records compares your document, your photo and your details, usually within one business day."}
        </Next>
        <Next title="We email you">
          We send the result to {address}. If we can’t read something, the email explains how to try again.
        </Next>
        <Next title={`We tell ${partnerName}`}>
          It learns only that you are verified, never your name, date of birth or photos.
        </Next>
      </ol>
      <AwayLink href={redirectUrl} partnerName={partnerName} primary={!unpaid} />
    </div>
  );
}

function Next({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="border-line border-l-2 pl-4">
      <h2 className="font-medium">{title}</h2>
      <p className="text-muted">{children}</p>
    </li>
  );
}

type NotAcceptedProps = {
  partnerName: string;
  reason: string | null;
  note: string | null;
  action: () => Promise<void>;
};

/** Why a check was rejected, and the button to try again. */
export function NotAccepted({ partnerName, reason, note, action }: NotAcceptedProps) {
  const { happened, remedy } = rejectionWording(reason);
  const final = reason === "under_age";
  return (
    <div className="flex flex-col gap-6">
      <Heading title={final ? "We couldn’t verify you" : "Please send your ID again"}>{happened}</Heading>
      <Callout tone={final ? "neutral" : "waiting"} title={final ? undefined : "What to do"}>
        {remedy}
      </Callout>
      <CustodianNote note={note} />
      {final ? null : (
        <form action={action} className="flex flex-col gap-3">
          <LargeSubmit>Try again</LargeSubmit>
          <p className="text-muted text-sm">We saved your details. You only take new photos.</p>
        </form>
      )}
      <p className="text-muted text-sm">We don’t tell {partnerName}.</p>
    </div>
  );
}

type SuspendedProps = {
  partnerName: string;
  redirectUrl: string | null;
  reason: SuspendReason | null;
  /** The custodian's name and address. */
  custodian: string;
};

/** The person's account at this platform is suspended: by whom, and who can reactivate it. */
export function Suspended({ partnerName, redirectUrl, reason, custodian }: SuspendedProps) {
  const { title, words } = wordsOf(reason, partnerName, custodian);
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading tone="waiting" status="Suspended" title={title}>
        {words}
      </StatusHeading>
      <p>We keep your ID and your records. You won’t have to send them again.</p>
      <AwayLink href={redirectUrl} partnerName={partnerName} />
    </div>
  );
}

function wordsOf(reason: SuspendReason | null, partnerName: string, custodian: string) {
  switch (reason) {
    case "partner_deactivated":
      return {
        title: `${partnerName} suspended your account`,
        words: `Only ${partnerName} can reactivate it. Ask them if you have questions.`,
      };
    case "platform_lapsed":
      return {
        title: `${partnerName} has an unpaid bill`,
        words: `Its creators can’t upload until it pays. You don’t need to do anything.`,
      };
    default:
      return {
        title: `We suspended your account at ${partnerName}`,
        words: `You can’t upload there for now. To ask why or to object, write to ${custodian}.`,
      };
  }
}

/** The person entered an age below 18. */
export function UnderAge({ partnerName, until }: { partnerName: string; until: Date }) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="You must be 18 or older">
        The date of birth you entered makes you younger than 18, so we can’t continue. The law allows no exceptions.
      </Heading>
      <p>
        We deleted what you entered. We only recorded that a check was refused for this reason. We don’t tell{" "}
        {partnerName} why.
      </p>
      <p className="text-muted">
        Was it a typo? You can try again <Time at={until} as="relative" />. Have your document ready.
      </p>
    </div>
  );
}

type VerifiedProps = { partnerName: string; redirectUrl: string | null; active: boolean; children?: ReactNode };

/** The ID is verified. */
export function Verified({ partnerName, redirectUrl, active, children }: VerifiedProps) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading tone="done" status="Verified" title="All done">
        {active
          ? `Your ID is verified, and we told ${partnerName}. You can close this page.`
          : `Your ID is verified. If you still can’t upload to ${partnerName}, ask them why. You can close this page.`}
      </StatusHeading>
      {children}
      <AwayLink href={redirectUrl} partnerName={partnerName} />
    </div>
  );
}
