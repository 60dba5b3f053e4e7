import { Download, ExternalLink } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePortalUser } from "@/app/session";
import {
  BILLING_PATH,
  FeeLines,
  InvoiceStateBadge,
  invoiceHref,
  linesHref,
  UPCOMING,
} from "@/components/billing/invoices";
import { counted, moneyText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";

import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { getPlatformInvoice, listFeeLines, nextInvoice } from "@/lib/domain/billing";
import { dayText, monthText } from "@/lib/domain/billing/labels";
import type { Ctx, PortalUserActor } from "@/lib/domain/context";
import { NotFound } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Invoice" };

type Props = {
  params: Promise<{ invoiceId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** One invoice, or the next one as it would be now, creator by creator. */
export default async function InvoicePage({ params, searchParams }: Props) {
  const ctx = await requirePortalUser("manage_records");
  const { invoiceId } = await params;
  const { after } = await searchParams;
  const from = typeof after === "string" ? after : undefined;
  const [header, { lines, next }] = await Promise.all([
    invoiceId === UPCOMING ? upcoming(ctx) : made(ctx, invoiceId),
    listFeeLines(ctx, { invoiceId: invoiceId === UPCOMING ? null : invoiceId, after: from }),
  ]).catch((error: unknown) => (error instanceof NotFound ? notFound() : Promise.reject(error)));
  const page = invoiceHref(invoiceId);
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
      <div className="flex flex-col gap-4">
        <FeeLines lines={lines} />
        <Pager
          newer={from ? page : null}
          older={next && `${page}?after=${next}`}
          labels={{ newer: "First page", older: "Next" }}
        />
      </div>
    </>
  );
}

async function upcoming(ctx: Ctx<PortalUserActor>) {
  const { month, creators, totalCents } = await nextInvoice(ctx);
  return {
    title: `Next invoice, ${monthText(month)}`,
    description: `${moneyText(totalCents)} for ${counted(creators, "creator")} on ${dayText(month)}, if nothing changes until then.`,
    meta: null,
    actions: null,
  };
}

async function made(ctx: Ctx<PortalUserActor>, id: string) {
  const { month, number, state, creators, totalCents, pageUrl, pdfUrl } = await getPlatformInvoice(ctx, id);
  const toPage = (href: string, label: string) => (
    <ButtonLink href={href} external icon={<ExternalLink aria-hidden className="size-4" />}>
      {label}
    </ButtonLink>
  );
  return {
    title: `Invoice for ${monthText(month)}`,
    description: `${moneyText(totalCents)} for ${counted(creators, "creator")}${number ? `, number ${number}` : ""}.`,
    meta: <InvoiceStateBadge state={state} />,
    actions: (
      <>
        {pageUrl ? toPage(pageUrl, state === "paid" ? "Receipt" : "Invoice page") : null}
        {pdfUrl ? toPage(pdfUrl, "PDF") : null}
      </>
    ),
  };
}
