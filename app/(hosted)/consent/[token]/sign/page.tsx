import { redirect } from "next/navigation";
import { outcomeOf } from "@/app/forms";
import { SignForm } from "@/components/scenes/consent/sign-form";
import { HostedShell } from "@/components/shell/site";
import { readRelease } from "@/lib/domain/scenes";
import { signAction } from "../actions";
import { recordView, releaseOf, requireAsked } from "../visitor";

export const metadata = { title: "Sign the release" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ read?: string | string[] }> };

/** The signature, after what signing electronically means. */
export default async function SignPage({ params, searchParams }: Props) {
  const { token } = await params;
  const { visitor, ctx } = await requireAsked(token);
  const release = await outcomeOf(ctx, (by) => readRelease(by, visitor.performer.id));
  if (!release.ok || (await searchParams).read !== release.value.shown) redirect(releaseOf(token));
  const { disclosure, signature, shown } = release.value;
  await recordView(visitor, "sign");
  return (
    <HostedShell partnerName={visitor.partnerName}>
      <SignForm
        action={signAction.bind(null, token)}
        disclosure={disclosure}
        signature={signature}
        shown={shown}
        title={visitor.title}
        releaseUrl={releaseOf(token)}
      />
    </HostedShell>
  );
}
