import type { ReactNode } from "react";
import { ActForm } from "@/components/acts/act-form";
import { AccountLine, AwayLink, Heading, StatusHeading, StepLink } from "@/components/acts/parts";
import { Callout } from "@/components/ui/callout";
import { type FormState, LargeSubmit } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

type ExpiredLinkProps = {
  partnerName: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
  /** The platform's own page doesn't lead here, so only a mail helps. */
  byMailOnly?: boolean;
};

/** The link has expired. The person can request a new one. */
export function ExpiredLink({ partnerName, action, byMailOnly = false }: ExpiredLinkProps) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="This link has expired">
        Links work for seven days. We can email a new one to the address {partnerName} gave us
        {byMailOnly ? "." : `, or you can open the page again from ${partnerName}.`}
      </Heading>
      <MailMe action={action} label="Email me a new link">
        If we have an email for you, it arrives within a minute. Check your spam folder, and open the latest one.
      </MailMe>
    </div>
  );
}

type AskedByMailProps = {
  partnerName: string;
  address: string;
  action: (state: FormState, form: FormData) => Promise<FormState>;
};

/**
 * The visit was proven by a code, and only the person's own mail can continue: a link request waits, or another browser started
 * a check. It doesn't say which, because the person may have been tricked into passing on the code.
 */
export function AskedByMail({ partnerName, address, action }: AskedByMailProps) {
  return (
    <div className="flex flex-col gap-6">
      <Heading title="Continue from our email">
        For your security, the next step is only in our email to{" "}
        <strong className="font-medium text-ink">{address}</strong>. Open it on the device you want to use, and press
        its button.
      </Heading>
      <MailMe action={action} label="Email me the link">
        If we have an email for you, it arrives within a minute. Check your spam folder. We send some emails at most
        once a day, so the latest one you have may still work.
      </MailMe>
      <p className="text-muted text-sm">
        We share nothing with {partnerName} unless you continue. You can close this page.
      </p>
    </div>
  );
}

type MailMeProps = Pick<AskedByMailProps, "action"> & {
  label: string;
  /** What to do once it is asked for. */
  children: ReactNode;
};

/** Asks for a mail. The answer is the same for every link. */
const MailMe = ({ action, label, children }: MailMeProps) => (
  <ActForm
    action={action}
    className="flex flex-col gap-4"
    done={
      <Callout live title="Check your inbox">
        {children}
      </Callout>
    }
  >
    <LargeSubmit>{label}</LargeSubmit>
  </ActForm>
);

type LinkApprovedProps = {
  partnerName: string;
  redirectUrl: string | null;
  decidedAt: Date | null;
  /** Nothing is left to do, and we told the platform that the person is verified. */
  active: boolean;
  nextUrl: string;
};

/** The person approved the link. */
export function LinkApproved({ partnerName, redirectUrl, decidedAt, active, nextUrl }: LinkApprovedProps) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading
        tone="done"
        status="Approved"
        title={active ? `${partnerName} knows that you are verified` : `You are linked to ${partnerName}`}
      >
        {active
          ? "That is all we tell it. You can upload there now."
          : "One more step before you can upload there. You can stop and come back later."}
      </StatusHeading>
      {active ? null : <StepLink href={nextUrl}>Continue</StepLink>}
      {active ? <AwayLink href={redirectUrl} partnerName={partnerName} /> : null}
      <AccountLine>
        {decidedAt ? (
          <>
            You approved it <Time at={decidedAt} as="relative" />.{" "}
          </>
        ) : null}
        Your account lists your linked platforms. You can unlink them there.
      </AccountLine>
    </div>
  );
}

/** The person declined the link. */
export function LinkDeclined({ partnerName, redirectUrl }: { partnerName: string; redirectUrl: string | null }) {
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading status="Declined" title={`${partnerName} is not linked to you`}>
        We tell it nothing about you. It can’t log content of yours; if it tries, it learns that you declined. We won’t
        email you about it again.
      </StatusHeading>
      <AwayLink href={redirectUrl} partnerName={partnerName} primary={false} />
      <AccountLine>Changed your mind? You can change your answer in your account.</AccountLine>
    </div>
  );
}
