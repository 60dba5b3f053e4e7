import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { AwayLink } from "./away-link";
import { Heading } from "./heading";

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
