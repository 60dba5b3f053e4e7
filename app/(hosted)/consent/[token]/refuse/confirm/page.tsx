import { redirect } from "next/navigation";
import { ActForm, TextField } from "@/components/acts/act-form";
import { Heading, QuietLink, SceneTitle } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";
import { LargeSubmit } from "@/components/ui/form";
import { refusalText } from "@/lib/domain/scenes";
import { isRefusalReason, NOTE_MAX, quotedReason } from "@/lib/domain/scenes/labels";
import { refuseAction } from "../../actions";
import { recordView, refusalOf, requireRefusing } from "../../visitor";

export const metadata = { title: "Refuse for good?" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ reason?: string | string[] }> };

/** What a refusal does, and the button that makes it final. */
export default async function ConfirmRefusalPage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await requireRefusing(token);
  const { reason } = await searchParams;
  if (typeof reason !== "string" || !isRefusalReason(reason)) redirect(`${refusalOf(token)}?missing`);
  await recordView(visitor, "refuse_confirm");
  const { partnerName, title, isJob } = visitor;
  return (
    <HostedShell partnerName={partnerName}>
      <ActForm action={refuseAction.bind(null, token)} keepsInput>
        <Heading title="Refuse for good?">
          You are about to refuse your consent to <SceneTitle>{title}</SceneTitle>.
        </Heading>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          <li>The scene is blocked at once, for everyone in it. It can’t be published through us.</li>
          <li>
            {isJob
              ? `${partnerName} learns that you refused, but not why.`
              : `We tell ${partnerName} that you refused, and your reason: ${quotedReason(reason)}.`}
          </li>
          <li>You can’t undo it. {partnerName} would have to ask again.</li>
        </ul>
        <blockquote className="whitespace-pre-line border-line-strong border-l-4 pl-4 text-muted text-sm">
          {refusalText(reason)}
        </blockquote>
        <input type="hidden" name="reason" value={reason} />
        <TextField
          name="note"
          label="Note to the custodian"
          hint={`${partnerName} doesn’t see it. Tell us if somebody pressured you, or uses your name.`}
          optional
          maxLength={NOTE_MAX}
          rows={3}
        />
        <div className="flex flex-col items-start gap-3">
          <LargeSubmit variant="danger" pendingLabel="Refusing…">
            Refuse for good
          </LargeSubmit>
          <QuietLink href={`${refusalOf(token)}?reason=${reason}`}>Go back</QuietLink>
        </div>
      </ActForm>
    </HostedShell>
  );
}
