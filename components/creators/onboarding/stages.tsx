import { AwayLink, CustodianNote, Heading, StatusHeading } from "@/components/acts/parts";
import { type AskedCheck, AskedPhotos } from "@/components/identity/steps/asked-photos";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import type { SuspendReason } from "@/lib/domain/accounts/schemas";
import { againText, rejectionWording } from "@/lib/domain/identity/rejection-reasons";

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
          <p className="text-muted text-sm">{againText(reason)}</p>
        </form>
      )}
      <p className="text-muted text-sm">We don’t tell {partnerName}.</p>
    </div>
  );
}

type PhotosAskedProps = { check: AskedCheck; partnerName: string; action: () => Promise<void> };

/** Which better photos a custodian asked for, and the button that opens their step. */
export const PhotosAsked = ({ check, partnerName, action }: PhotosAskedProps) => (
  <div className="flex flex-col gap-6">
    <AskedPhotos check={check} />
    <form action={action}>
      <LargeSubmit>Send the photo</LargeSubmit>
    </form>
    <p className="text-muted text-sm">We don’t tell {partnerName}.</p>
  </div>
);

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
