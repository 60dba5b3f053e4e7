import { Camera, CreditCard, Eye, Scale } from "lucide-react";
import type { ReactNode } from "react";
import { Heading, Point } from "@/components/acts/parts";
import { ProveMailbox } from "@/components/acts/prove-mailbox";
import { ExpiredLink } from "@/components/creators/onboarding/link-pages";
import { NotAccepted, PhotosAsked } from "@/components/creators/onboarding/stages";
import { LargeSubmit } from "@/components/ui/form";
import { moneyText } from "@/components/ui/format";
import { hasLiveCode } from "@/lib/domain/acts";
import { maskAddress, readMailedCheck } from "@/lib/domain/creators/onboarding";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";
import { confirmCodeAction, mailCodeAction, renewLinkAction, startAction, startByMailAction } from "./actions";
import type { Visitor } from "./visitor";

/** The introduction, with the button that starts the check. */
export const Start = ({ action, visitor }: { action: () => Promise<void>; visitor: Visitor }) => (
  <Introduction visitor={visitor}>
    <form action={action}>
      <LargeSubmit>Start</LargeSubmit>
    </form>
  </Introduction>
);

type IntroductionProps = {
  visitor: Visitor;
  /** Shows only the title and `children`: the person has read the rest. */
  brief?: boolean;
  /** The button or form that starts the check. */
  children: ReactNode;
};

/** Which platform asks, why, what it takes and who sees the ID. The same for everyone with the link. */
function Introduction({ visitor, brief = false, children }: IntroductionProps) {
  const { name: partnerName, plan } = visitor.onboarding.partner;
  if (brief) {
    return (
      <div className="flex flex-col gap-6">
        <Heading title={`Verify your ID for ${partnerName}`} />
        {children}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-8">
      <Heading title={`Verify your ID for ${partnerName}`}>
        {partnerName} asked {SERVICE_NAME} to verify your ID and keep the record.
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<Scale aria-hidden />} title="Why">
          United States law (18 U.S.C. § 2257) requires records that prove everyone in sexually explicit material is an
          adult.
        </Point>
        <Point icon={<Camera aria-hidden />} title="What it takes">
          A camera, about three minutes, and a passport, driver’s license, ID card or residence permit. You can stop and
          come back on this device.
        </Point>
        {/* By the platform's plan and not this account's payer, so that the page reads the same for every creator. */}
        {plan === "creator_pays" ? (
          <Point icon={<CreditCard aria-hidden />} title="What it costs">
            {moneyText(env().prices.creatorSubscriptionCents)} a month, by card. Cancel any time. One subscription
            covers every platform; if you already have one, you don’t pay again.
          </Point>
        ) : null}
        <Point icon={<Eye aria-hidden />} title="Who can see it">
          The custodians of records at {env().custodianName}, and inspectors where the law requires it. We record every
          view. {partnerName} learns only whether you are verified, never your legal name, date of birth or document.
        </Point>
      </ul>
      {children}
      <p className="text-muted text-sm">
        Not you, or don’t want to? Close this page. No one sees your ID before you send it. We delete unsent IDs after
        30 days.
      </p>
    </div>
  );
}

/** The page before the mailbox is proven. Behind the platform's link it is the same for everyone. */
export async function Welcome({ visitor }: { visitor: Visitor }) {
  const { token, onboarding, visit } = visitor;
  const { kind, expired, account, partner } = onboarding;
  const codeSent = visit !== null && hasLiveCode(visit);
  if (expired) return <ExpiredLink partnerName={partner.name} action={renewLinkAction.bind(null, token)} />;
  if (kind === "mail") return ByOwnMail({ visitor });
  return (
    <Introduction visitor={visitor} brief={codeSent}>
      <ProveMailbox
        address={maskAddress(account.email)}
        codeSent={codeSent}
        mailCode={mailCodeAction.bind(null, token)}
        confirmCode={confirmCodeAction.bind(null, token)}
      >
        {codeSent ? (
          <p className="text-muted text-sm">
            No email after a minute? Check your spam folder. The link in our own email works without a code.
          </p>
        ) : null}
      </ProveMailbox>
    </Introduction>
  );
}

/** The page of a mailed link before its button proves the mailbox: the introduction, or what the mail told. */
export async function ByOwnMail({ visitor }: { visitor: Visitor }) {
  const { token, onboarding } = visitor;
  const mailed = await readMailedCheck(onboarding);
  const action = startByMailAction.bind(null, token);
  if (!mailed) return <Start action={action} visitor={visitor} />;
  const { told, check } = mailed;
  if (told === "photos_asked")
    return <PhotosAsked check={check} partnerName={onboarding.partner.name} action={action} />;
  return (
    <NotAccepted
      partnerName={onboarding.partner.name}
      reason={check.rejectionReason}
      note={check.rejectionNote}
      action={startAction.bind(null, token)}
    />
  );
}
