import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { SubmitButton } from "@/components/ui/form";

import { Time } from "@/components/ui/time";
import type { SuspendReason } from "@/lib/domain/accounts/schemas";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";
import { AwayLink, Heading } from "./parts";

type InReviewProps = {
  partnerName: string;
  redirectUrl: string | null;
  address: string;
  byVendor: boolean;
  /** What is still to do about the subscription, where the person pays for themselves. */
  children?: ReactNode;
  /** The subscription is still to be begun: that is the way on, and not the platform. */
  unpaid?: boolean;
};

/** Sent; nothing to do but wait. */
export function InReview({ partnerName, redirectUrl, address, byVendor, children, unpaid = false }: InReviewProps) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge>In review</StatusBadge>
        {unpaid ? (
          <Heading title="Your ID is with us">Thank you. One step is left, which does not have to wait for it.</Heading>
        ) : (
          <Heading title="We have everything we need">Thank you. You can close this page.</Heading>
        )}
      </div>
      {children}
      <ol className="flex flex-col gap-4">
        <Next title="We look at it">
          {byVendor
            ? "The check of your document and face takes a few minutes."
            : "A custodian of records compares your document, your photo and what you entered. That is done by hand, most often within a working day."}
        </Next>
        <Next title="We write to you">
          You get a mail at {address}. If something cannot be read, it says what, and how to try again.
        </Next>
        <Next title={`${partnerName} learns the outcome`}>
          Only that you are verified: never your name, your date of birth or your photos.
        </Next>
      </ol>
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} primary={!unpaid} /> : null}
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

/** Why a check was not accepted, in plain words, and the way to a new try. */
export function NotAccepted({ partnerName, reason, note, action }: NotAcceptedProps) {
  const { happened, remedy } = rejectionWording(reason);
  const final = reason === "under_age";
  return (
    <div className="flex flex-col gap-6">
      <Heading title={final ? "We could not verify you" : "We need another look at your ID"}>{happened}</Heading>
      <Callout tone={final ? "neutral" : "waiting"} title={final ? undefined : "What to do"}>
        {remedy}
      </Callout>
      {note ? (
        <figure className="flex flex-col gap-2">
          <figcaption className="font-medium">The custodian who looked at it wrote</figcaption>
          <blockquote className="whitespace-pre-line border-line-strong border-l-4 pl-4 text-muted">{note}</blockquote>
        </figure>
      ) : null}
      {final ? null : (
        <form action={action} className="flex flex-col gap-3">
          <SubmitButton size="lg" className="max-sm:w-full sm:self-start">
            Try again
          </SubmitButton>
          <p className="text-muted text-sm">What you entered is kept. The photos are taken anew.</p>
        </form>
      )}
      <p className="text-muted text-sm">{partnerName} does not learn of this.</p>
    </div>
  );
}

type OnHoldProps = {
  partnerName: string;
  redirectUrl: string | null;
  reason: SuspendReason | null;
  /** Whom to write to, with the address. */
  custodian: string;
};

/** To somebody whose account at this platform is held: by whom, and who can end it. */
export function OnHold({ partnerName, redirectUrl, reason, custodian }: OnHoldProps) {
  const { title, words } = wordsOf(reason, partnerName, custodian);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="waiting">On hold</StatusBadge>
        <Heading title={title}>{words}</Heading>
      </div>
      <p>Your records and all that you have shown us stay as they are: you will not have to show them again.</p>
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} /> : null}
    </div>
  );
}

function wordsOf(reason: SuspendReason | null, partnerName: string, custodian: string) {
  switch (reason) {
    case "partner_deactivated":
      return {
        title: `${partnerName} has paused your account`,
        words: `Only ${partnerName} can take you back, so that is whom to ask. Until then there is nothing to do here.`,
      };
    case "platform_lapsed":
      return {
        title: `${partnerName} has something to settle`,
        words: `Its creators cannot upload until it has done so. There is nothing that you have to do: your account goes on by itself.`,
      };
    default:
      return {
        title: `We have put your account at ${partnerName} on hold`,
        words: `You cannot upload there for now. To ask why, or to object, write to ${custodian}.`,
      };
  }
}

/** To somebody who gave an age below 18. */
export function UnderAge({ partnerName, until }: { partnerName: string; until: Date }) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="You need to be 18">
        The date of birth you entered makes you younger than 18, so we cannot go on. The law leaves no exception, and it
        is there to protect you.
      </Heading>
      <p>
        We kept nothing of what you entered, only that a check was refused for this reason. {partnerName} is not told
        why.
      </p>
      <p className="text-muted">
        A slip of the finger? You can begin again <Time at={until} as="relative" />, with your document at hand.
      </p>
    </div>
  );
}

type VerifiedProps = { partnerName: string; redirectUrl: string | null; active: boolean; children?: ReactNode };

/** Nothing more to do. */
export function Verified({ partnerName, redirectUrl, active, children }: VerifiedProps) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="done">Verified</StatusBadge>
        <Heading title="All done">
          {active
            ? `Your ID is verified, and ${partnerName} knows that it is. You can close this page.`
            : `Your ID is verified. If ${partnerName} still holds something back, it can tell you what. You can close this page.`}
        </Heading>
      </div>
      {children}
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} /> : null}
    </div>
  );
}
