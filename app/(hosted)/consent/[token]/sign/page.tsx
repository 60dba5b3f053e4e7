import { redirect } from "next/navigation";
import { ActForm, SignatureField } from "@/components/acts/act-form";
import { Heading, QuietLink, SceneTitle } from "@/components/acts/parts";
import { HostedShell } from "@/components/shell/site";
import { LargeSubmit } from "@/components/ui/form";
import { signAction } from "../actions";
import { findRelease, recordView, releaseOf, requireAsked } from "../visitor";

export const metadata = { title: "Sign the release" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ read?: string | string[] }> };

/** The signature, after what signing electronically means. */
export default async function SignPage({ params, searchParams }: Props) {
  const { token } = await params;
  const asked = await requireAsked(token);
  const release = await findRelease(asked);
  if (!release || (await searchParams).read !== release.shown) redirect(releaseOf(token));
  const { visitor } = asked;
  await recordView(visitor, "sign");
  return (
    <HostedShell partnerName={visitor.partnerName}>
      <ActForm action={signAction.bind(null, token)} keepsInput>
        <Heading title="Sign the release">
          For <SceneTitle>{visitor.title}</SceneTitle>. We email you a link to your signed copy.
        </Heading>
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
        <SignatureField hint="As on your ID. The platform doesn’t see it." />
        <p>{release.signature}</p>
        <div className="flex flex-col items-start gap-3">
          <LargeSubmit pendingLabel="Signing…">Sign the release</LargeSubmit>
          <QuietLink href={releaseOf(token)}>Read the release again</QuietLink>
        </div>
      </ActForm>
    </HostedShell>
  );
}
