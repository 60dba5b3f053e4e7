import { ActForm, InputField } from "@/components/acts/act-form";
import { Heading, QuietLink, SceneTitle, Statement } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { withdrawAction } from "../actions";
import { recordView, requireWithdrawing, startOf } from "../visitor";

export const metadata = { title: "Withdraw distribution?" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ changed?: string | string[] }> };

/** What withdrawing distribution does, and the statement that does it. */
export default async function WithdrawPage({ params, searchParams }: Props) {
  const { token } = await params;
  const { visitor, statement } = await requireWithdrawing(token);
  await recordView(visitor, "withdraw");
  const { partnerName, title } = visitor;
  return (
    <HostedShell partnerName={partnerName}>
      <ActForm action={withdrawAction.bind(null, token)} keepsInput>
        {(await searchParams).changed === undefined ? null : (
          <Callout tone="waiting" live title="The statement has changed">
            Nothing was withdrawn yet. Read the new text first.
          </Callout>
        )}
        <Heading title="Withdraw distribution?">
          You take back your consent to publish <SceneTitle>{title}</SceneTitle>.
        </Heading>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>This also asks us to have the scene removed. A custodian decides within 7 business days.</li>
          <li>
            {partnerName} doesn’t learn that it was you. Platforms hear what to take down once a custodian confirms it.
          </li>
          <li>You can’t undo it. Your release and its record stay with us, as the law requires.</li>
        </ul>
        <Statement heading="Your statement">{statement.text}</Statement>
        <input type="hidden" name="shown" value={statement.shown} />
        <InputField
          name="signedName"
          label="Your full legal name"
          hint="Only our custodians see it."
          autoComplete="name"
          required
          maxLength={200}
        />
        <div className="flex flex-col items-start gap-3">
          <LargeSubmit variant="danger" pendingLabel="Withdrawing…">
            Withdraw distribution
          </LargeSubmit>
          <QuietLink href={startOf(token)}>Go back</QuietLink>
        </div>
      </ActForm>
    </HostedShell>
  );
}
