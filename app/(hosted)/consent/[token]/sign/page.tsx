import { redirect } from "next/navigation";
import { ActForm, SignatureField } from "@/components/acts/act-form";
import { Heading, QuietLink, SceneTitle } from "@/components/acts/parts";
import { Answers } from "@/components/scenes/answers";
import { HostedShell } from "@/components/shell/site";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { signAction } from "../actions";
import { answersAt, findRelease, recordView, requireAsked, ticked } from "../visitor";

export const metadata = { title: "Sign the release" };

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Partial<Record<"read" | "give", string | string[]>>>;
};

/** The signature, after the answers and what signing electronically means. */
export default async function SignPage({ params, searchParams }: Props) {
  const { token } = await params;
  const asked = await requireAsked(token);
  const { read, give } = await searchParams;
  const given = ticked(give);
  const release = await findRelease(asked, given);
  if (!release || read !== release.unanswered) redirect(answersAt(token, given));
  if (!given.includes("depiction")) redirect(answersAt(token, given, "missing"));
  const { visitor } = asked;
  await recordView(visitor, "sign");
  return (
    <HostedShell partnerName={visitor.partnerName}>
      <ActForm action={signAction.bind(null, token)} keepsInput>
        <Heading title="Sign the release">
          For <SceneTitle>{visitor.title}</SceneTitle>. We email you a link to your signed copy.
        </Heading>
        <section className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 sm:p-6">
          <h2 className="font-medium">Your answers</h2>
          <Answers answers={release.answers} />
          <QuietLink href={answersAt(token, given)}>Change your answers</QuietLink>
        </section>
        {release.fallsShort ? (
          <Callout tone="waiting" title="The scene can’t be published with these answers">
            It needs everything marked “needed”. You may sign all the same: your answers are kept, and we don’t tell{" "}
            {visitor.partnerName} what you left out.
          </Callout>
        ) : null}
        <section className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-4 sm:p-6">
          <h2 className="font-medium">Electronic records and signatures</h2>
          <dl className="flex flex-col gap-3 text-sm">
            {release.disclosure.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-medium">{title}</dt>
                <dd className="wrap-anywhere text-muted">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <input type="hidden" name="shown" value={release.shown} />
        {release.answers.map(({ key, isGiven }) =>
          isGiven ? <input key={key} type="hidden" name="give" value={key} /> : null,
        )}
        <SignatureField hint="As on your ID. The platform doesn’t see it." />
        <p>{release.signature}</p>
        <div className="flex flex-col items-start gap-3">
          <LargeSubmit pendingLabel="Signing…">Sign the release</LargeSubmit>
          <QuietLink href={answersAt(token, given)}>Read the release again</QuietLink>
        </div>
      </ActForm>
    </HostedShell>
  );
}
