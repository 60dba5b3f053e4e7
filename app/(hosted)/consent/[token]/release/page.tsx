import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/forms";
import { ReleaseDocument } from "@/components/scenes/consent/release-document";
import { HostedShell } from "@/components/shell/site";
import { readRelease } from "@/lib/domain/scenes";
import { recordView, refusalOf, requireAsked, signingOf, startOf } from "../visitor";

export const metadata = { title: "Read the release" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ changed?: string | string[] }> };

/** What the performer agrees to: plain sentences beside the exact text. */
export default async function ReleasePage({ params, searchParams }: Props) {
  const { token } = await params;
  const { visitor, ctx } = await requireAsked(token);
  const release = await outcomeOf(ctx, (by) => readRelease(by, visitor.performer.id));
  if (!release.ok) redirect(startOf(token));
  await recordView(visitor, "release");
  return (
    <HostedShell partnerName={visitor.partnerName}>
      <ReleaseDocument
        release={release.value}
        partnerName={visitor.partnerName}
        title={visitor.title}
        isJob={visitor.isJob}
        expiresAt={visitor.performer.scene.expiresAt}
        hasChanged={(await searchParams).changed !== undefined}
        // The next page asks only for a signature under the text that this one showed.
        signUrl={`${signingOf(token)}?read=${release.value.shown}`}
        refuseUrl={refusalOf(token)}
      />
    </HostedShell>
  );
}
