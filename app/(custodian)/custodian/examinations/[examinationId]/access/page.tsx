import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { stepPage } from "@/app/current-actor";
import { requireCustodian } from "@/app/session";
import { ReservedPage } from "@/components/custody/record-link";
import { MailLink } from "@/components/examinations/mail-link";
import { Button } from "@/components/ui/button";
import { Card, CardBody, KeyValue } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { CopyButton } from "@/components/ui/copy";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { showAccess, viewExamination } from "@/lib/domain/examinations";
import { isFresh } from "@/lib/domain/parties/people";
import { newId } from "@/lib/platform/ids";
import { nullIfReserved } from "../../../null-if-reserved";
import { mailLinkAction, replaceAccessAction } from "../../actions";

export const metadata: Metadata = { title: "Link and code" };

type Props = { params: Promise<{ examinationId: string }> };

/** The sheet for the examiner. Each view is recorded, because its link and code together open the examination. */
export default async function AccessPage({ params }: Props) {
  const ctx = await requireCustodian();
  const { examinationId } = await params;
  const back = { href: `/custodian/examinations/${examinationId}`, label: "Examination" };
  const examination = await viewExamination(ctx, examinationId).catch(nullIfReserved(ctx));
  if (examination === null) return <ReservedPage title="Link and code" back={back} />;
  if (examination.status !== "confirmed") notFound();
  if (!isFresh(ctx.actor)) redirect(stepPage("factor", `/custodian/examinations/${examination.id}/access`));
  const { url, code } = await showAccess(ctx, examinationId);
  return (
    <>
      <PageHeader
        title="Link and code"
        back={back}
        description={
          <span className="print:hidden">
            Print this sheet for the examiner, or mail the link and give the code in person. Your view is recorded.
          </span>
        }
        actions={
          <ConfirmAction
            trigger={<Button>Replace both</Button>}
            title="Replace the link and the code?"
            confirmLabel="Replace both"
            action={replaceAccessAction.bind(null, examinationId)}
            success="Replaced. Give the examiner the new ones."
          >
            <p>The old ones stop working at once, even in browsers that are open now.</p>
          </ConfirmAction>
        }
      />
      <Card className="max-w-2xl">
        <CardBody className="flex flex-col gap-6">
          <div className="flex flex-col gap-1">
            <h2 className="font-semibold text-base">For {examination.examiner}</h2>
            <p className="text-muted">{examination.agency}</p>
          </div>
          <KeyValue
            items={[
              {
                label: "Address",
                value: (
                  <span className="flex flex-col items-start gap-2">
                    <span className="break-all font-mono">{url}</span>
                    <CopyButton value={url} label="Copy address" />
                  </span>
                ),
              },
              {
                label: "Code",
                value: (
                  <span className="font-mono font-semibold text-lg tracking-widest">
                    {code.slice(0, 4)} {code.slice(4)}
                  </span>
                ),
              },
              { label: "Opens", value: <Time at={examination.opensAt} as="datetime" /> },
              { label: "Closes", value: <Time at={examination.closesAt} as="datetime" /> },
            ]}
          />
          <p className="text-muted text-sm">
            Open the address in a browser and enter the code. We record every page you open under your name. The
            custodian can end the examination at any time.
          </p>
        </CardBody>
      </Card>
      <MailLink id={newId()} mails={examination.mails} mail={mailLinkAction.bind(null, examinationId)} />
    </>
  );
}
