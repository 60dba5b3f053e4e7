import { Download, ExternalLink } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import {
  BILLING_PATH,
  FeeLines,
  InvoiceStateBadge,
  invoiceHref,
  linesHref,
  SceneFeeLines,
  UPCOMING,
} from "@/components/billing/invoices";
import { Pager } from "@/components/lists/pager";
import { moneyText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import {
  type FeeSum,
  invoiceList,
  listFeeLines,
  listInvoiceFees,
  nextInvoice,
  sumInvoiceFees,
} from "@/lib/domain/billing";
import { chargedForText, counted, FEE_LABELS, monthText } from "@/lib/domain/billing/labels";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { may } from "@/lib/domain/parties/people";
import { dayText } from "@/lib/platform/date-text";

export const metadata: Metadata = { title: "Invoice" };

const LABELS = { newer: "First page", older: "Next" };

/** One invoice, or the next one as it would be now, creator by creator and fee by fee. */
export default async function InvoicePage({ params, searchParams }: PageProps<"invoiceId">) {
  const ctx = await requirePortalUser("manage_billing");
  const { invoiceId } = await params;
  const { after, fees } = await searchParams;
  const creatorsFrom = typeof after === "string" ? after : undefined;
  const feesFrom = typeof fees === "string" ? fees : undefined;
  const of = { invoiceId: invoiceId === UPCOMING ? null : invoiceId };
  const [header, creators, scenes, sums] = await Promise.all([
    invoiceId === UPCOMING ? upcoming(ctx) : made(ctx, invoiceId),
    listFeeLines(ctx, { ...of, after: creatorsFrom }),
    listInvoiceFees(ctx, { ...of, after: feesFrom }),
    sumInvoiceFees(ctx, of),
  ]).catch(orNotFound);
  const page = invoiceHref(invoiceId);
  const isLinked = may(ctx.actor.role, "read_records");
  return (
    <>
      <PageHeader
        {...header}
        back={{ href: BILLING_PATH, label: "Billing" }}
        actions={
          <>
            {header.actions}
            <ButtonLink href={linesHref(invoiceId)} icon={<Download aria-hidden className="size-4" />} download>
              CSV
            </ButtonLink>
          </>
        }
      />
      <div className="flex flex-col gap-8">
        {header.creators > 0 || sums.length === 0 ? (
          <Section id="creators" title="Creators">
            <FeeLines lines={creators.lines} isLinked={isLinked} />
            <Pager
              name="Pages of creators"
              newer={creatorsFrom ? page : null}
              older={creators.next && `${page}?after=${creators.next}`}
              labels={LABELS}
            />
          </Section>
        ) : null}
        {sums.length > 0 ? (
          <Section id="scenes" title="Scenes" description={sums.map(sumText).join(". ")}>
            <SceneFeeLines fees={scenes.fees} isLinked={isLinked} />
            <Pager
              name="Pages of scenes"
              newer={feesFrom ? page : null}
              older={scenes.next && `${page}?fees=${scenes.next}`}
              labels={LABELS}
            />
          </Section>
        ) : null}
      </div>
    </>
  );
}

type SectionProps = { id: string; title: string; description?: string; children: ReactNode };

const Section = ({ id, title, description, children }: SectionProps) => (
  <section aria-labelledby={id} className="flex flex-col gap-4">
    <div>
      <h2 id={id} className="font-semibold text-base">
        {title}
      </h2>
      {description ? <p className="mt-1 text-muted text-sm">{description}</p> : null}
    </div>
    {children}
  </section>
);

const sumText = ({ kind, count, cents }: FeeSum): string =>
  `${FEE_LABELS[kind]}s for ${counted(count, "scene")}: ${moneyText(cents)}`;

async function upcoming(ctx: Ctx<PortalUserActor>) {
  const { month, creators, scenes, totalCents } = await nextInvoice(ctx);
  return {
    creators,
    title: `Next invoice, ${monthText(month)}`,
    description: `${moneyText(totalCents)} for ${chargedForText({ creators, scenes })} on ${dayText(month)}, if nothing changes until then.`,
    meta: null,
    actions: null,
  };
}

async function made(ctx: Ctx<PortalUserActor>, id: string) {
  const { month, number, state, creators, scenes, totalCents, pageUrl, pdfUrl } = await invoiceList.get(ctx, id);
  const toPage = (href: string, label: string) => (
    <ButtonLink href={href} external icon={<ExternalLink aria-hidden className="size-4" />}>
      {label}
    </ButtonLink>
  );
  return {
    creators,
    title: `Invoice for ${monthText(month)}`,
    description: `${moneyText(totalCents)} for ${chargedForText({ creators, scenes })}${number ? `, number ${number}` : ""}.`,
    meta: <InvoiceStateBadge state={state} />,
    actions: (
      <>
        {pageUrl ? toPage(pageUrl, state === "paid" ? "Receipt" : "Invoice page") : null}
        {pdfUrl ? toPage(pdfUrl, "PDF") : null}
      </>
    ),
  };
}
