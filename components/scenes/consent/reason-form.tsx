import { Heading } from "@/components/acts/parts";
import { Button } from "@/components/ui/button";
import { RadioCards } from "@/components/ui/field";
import { REFUSAL_LABELS, REFUSAL_REASONS, type RefusalReason } from "@/lib/domain/scenes/labels";
import { QuietLink, SceneTitle } from "./parts";

type ReasonFormProps = {
  title: string;
  chosen: RefusalReason | undefined;
  /** The form was sent without a reason. */
  isMissing: boolean;
  confirmUrl: string;
  backUrl: string;
};

/** The choice of a reason. It sends nothing: the next page asks once more. */
export function ReasonForm({ title, chosen, isMissing, confirmUrl, backUrl }: ReasonFormProps) {
  return (
    <form action={confirmUrl} method="get" className="flex flex-col gap-6">
      <Heading title="Why do you refuse?">
        This is about <SceneTitle>{title}</SceneTitle>. Nothing is decided yet: the next page asks once more.
      </Heading>
      <RadioCards
        name="reason"
        legend="Reason"
        options={REFUSAL_REASONS.map((value) => ({ value, ...REFUSAL_LABELS[value] }))}
        {...(chosen && { defaultValue: chosen })}
        {...(isMissing && { error: "Choose a reason." })}
      />
      <div className="flex flex-col items-start gap-3">
        <Button type="submit" size="lg" className="max-sm:w-full">
          Continue
        </Button>
        <QuietLink href={backUrl}>Go back</QuietLink>
      </div>
    </form>
  );
}
