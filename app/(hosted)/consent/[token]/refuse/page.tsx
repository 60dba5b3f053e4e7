import { ReasonForm } from "@/components/scenes/consent/reason-form";
import { HostedShell } from "@/components/shell/site";
import { isRefusalReason } from "@/lib/domain/scenes/labels";
import { recordView, refusalOf, requireRefusing, startOf } from "../visitor";

export const metadata = { title: "Refuse" };

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ reason?: string | string[]; missing?: string | string[] }>;
};

/** Why the performer refuses. Nothing is decided here. */
export default async function RefusePage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await requireRefusing(token);
  await recordView(visitor, "refuse");
  const { reason, missing } = await searchParams;
  return (
    <HostedShell partnerName={visitor.partnerName}>
      <ReasonForm
        title={visitor.title}
        chosen={typeof reason === "string" && isRefusalReason(reason) ? reason : undefined}
        isMissing={missing !== undefined}
        confirmUrl={`${refusalOf(token)}/confirm`}
        backUrl={startOf(token)}
      />
    </HostedShell>
  );
}
