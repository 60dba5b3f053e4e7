import { Heading, QuietLink, SceneTitle } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";
import { Button } from "@/components/ui/button";
import { RadioCards } from "@/components/ui/choices";
import { isRefusalReason, REFUSAL_LABELS, REFUSAL_REASONS } from "@/lib/domain/scenes/labels";
import { recordView, refusalOf, requireRefusing, startOf } from "../visitor";

export const metadata = { title: "Refuse" };

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ reason?: string | string[]; missing?: string | string[] }>;
};

/** Why the performer refuses. Nothing is decided here: the next page asks once more. */
export default async function RefusePage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await requireRefusing(token);
  await recordView(visitor, "refuse");
  const { reason, missing } = await searchParams;
  return (
    <HostedShell partnerName={visitor.partnerName}>
      <form action={`${refusalOf(token)}/confirm`} method="get" className="flex flex-col gap-6">
        <Heading title="Why do you refuse?">
          This is about <SceneTitle>{visitor.title}</SceneTitle>. Nothing is decided yet. The next page asks you to
          confirm.
        </Heading>
        <RadioCards
          name="reason"
          legend="Reason"
          options={REFUSAL_REASONS.map((value) => ({ value, ...REFUSAL_LABELS[value] }))}
          defaultValue={typeof reason === "string" && isRefusalReason(reason) ? reason : undefined}
          error={missing === undefined ? undefined : "Choose a reason."}
        />
        <div className="flex flex-col items-start gap-3">
          <Button type="submit" size="lg" className="max-sm:w-full">
            Continue
          </Button>
          <QuietLink href={startOf(token)}>Go back</QuietLink>
        </div>
      </form>
    </HostedShell>
  );
}
