import { redirect } from "next/navigation";
import { ConfirmRefusal } from "@/components/scenes/consent/confirm-refusal";
import { HostedShell } from "@/components/shell/site";
import { refusalText } from "@/lib/domain/scenes";
import { isRefusalReason } from "@/lib/domain/scenes/labels";
import { refuseAction } from "../../actions";
import { recordView, refusalOf, requireRefusing } from "../../visitor";

export const metadata = { title: "Refuse for good?" };

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ reason?: string | string[] }> };

/** What a refusal does, and the last question. */
export default async function ConfirmRefusalPage({ params, searchParams }: Props) {
  const { token } = await params;
  const visitor = await requireRefusing(token);
  const { reason } = await searchParams;
  if (typeof reason !== "string" || !isRefusalReason(reason)) redirect(`${refusalOf(token)}?missing`);
  await recordView(visitor, "refuse_confirm");
  return (
    <HostedShell partnerName={visitor.partnerName}>
      <ConfirmRefusal
        action={refuseAction.bind(null, token)}
        reason={reason}
        statement={refusalText(reason)}
        partnerName={visitor.partnerName}
        title={visitor.title}
        isJob={visitor.isJob}
        backUrl={`${refusalOf(token)}?reason=${reason}`}
      />
    </HostedShell>
  );
}
