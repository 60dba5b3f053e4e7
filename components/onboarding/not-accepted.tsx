import { Callout } from "@/components/ui/callout";
import { SubmitButton } from "@/components/ui/form";
import { rejectionWording } from "@/lib/domain/identity/rejection-reasons";
import { Heading } from "./heading";

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
