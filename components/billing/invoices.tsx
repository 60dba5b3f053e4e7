import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { ListView } from "@/components/lists/list-view";
import { JOBS_PATH } from "@/components/shell/addresses";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted, moneyText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { InvoiceFee, InvoiceState, invoiceList, PlatformFee, ShownInvoice } from "@/lib/domain/billing";
import { chargedForText, chargedText, FEE_LABELS, monthText } from "@/lib/domain/billing/labels";
import type { Listed } from "@/lib/domain/core/lists";
import { dayText } from "@/lib/platform/date-text";

const COLUMNS: Column<ShownInvoice>[] = [
  { header: "Month", primary: true, sorts: true, cell: ({ month }) => monthText(month) },
  { header: "Status", cell: ({ state }) => <InvoiceStateBadge state={state} /> },
  { header: "Number", cell: ({ number }) => number ?? "Not yet" },
  { header: "Creators", align: "end", cell: ({ creators }) => creators.toLocaleString("en-US") },
  { header: "Scenes", align: "end", cell: ({ scenes }) => scenes.toLocaleString("en-US") },
  {
    header: "Total",
    align: "end",
    cell: ({ totalCents }) => <span className="tabular-nums">{moneyText(totalCents)}</span>,
  },
  { header: "Paid", cell: ({ paidAt }) => (paidAt ? <Time at={paidAt} as="date" /> : "No") },
  {
    header: "Receipt",
    cell: ({ pageUrl, state }) =>
      pageUrl ? (
        <TextLink href={pageUrl} external>
          {state === "paid" ? "Receipt" : "Invoice"}
        </TextLink>
      ) : (
        "Not yet"
      ),
  },
];

export function InvoiceStateBadge({ state }: Pick<ShownInvoice, "state">) {
  const { label, tone } = INVOICE_STATES[state];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** The partner’s invoices. `fees`: the page of unpaid card fees, which stays. */
export const InvoiceList = ({ fees, ...list }: Listed<typeof invoiceList> & { fees: string | undefined }) => (
  <ListView
    {...list}
    address={{ ...list.address, fees }}
    path={BILLING_PATH}
    caption="Invoices, newest first"
    rowHref={({ id }) => invoiceHref(id)}
    columns={COLUMNS}
    empty={{ title: "No invoices yet", children: "We create the first one on the first day of a month." }}
  />
);

type FeeLine = { accountId: string; externalUserId: string; starts: Date; ends: Date; days: number; cents: number };

const LINE_COLUMNS: Column<FeeLine>[] = [
  {
    header: "Your user id",
    primary: true,
    cell: ({ externalUserId }) => <span className="break-all">{externalUserId}</span>,
  },
  {
    header: "Account id",
    cell: ({ accountId }) => <CopyId value={accountId} label="account id" short className="whitespace-nowrap" />,
  },
  { header: "Days", cell: chargedText },
  {
    header: "Price",
    align: "end",
    cell: ({ cents }) => <span className="tabular-nums">{moneyText(cents)}</span>,
  },
];

/** The creators an invoice charges for, and how much: the partner’s ids and ours. `isLinked`: to their pages, for who may open those. */
export function FeeLines({ lines, isLinked }: { lines: readonly FeeLine[]; isLinked: boolean }) {
  return (
    <DataList
      caption="Creators on this invoice"
      rows={lines}
      rowKey={({ accountId }) => accountId}
      {...(isLinked && { rowHref: ({ accountId }: FeeLine) => `/portal/creators/${accountId}` })}
      columns={LINE_COLUMNS}
      empty={<EmptyState title="No creators">This invoice has no fees for creators.</EmptyState>}
    />
  );
}

const FEE_COLUMNS: Column<InvoiceFee>[] = [
  {
    header: "Scene",
    primary: true,
    cell: ({ title }) =>
      title === null ? <span className="text-muted">Erased scene</span> : <span className="break-words">{title}</span>,
  },
  {
    header: "Scene or job id",
    cell: ({ sceneId, job }) =>
      job ? (
        <CopyId value={job.jobId} label="job id" className="break-all" />
      ) : (
        <CopyId value={sceneId} label="scene id" short className="whitespace-nowrap" />
      ),
  },
  { header: "Fee", cell: ({ kind }) => FEE_LABELS[kind] },
  { header: "Created", cell: ({ createdAt }) => dayText(createdAt) },
  {
    header: "Price",
    align: "end",
    cell: ({ cents }) => <span className="tabular-nums">{moneyText(cents)}</span>,
  },
];

function hrefOf({ sceneId, job, title }: InvoiceFee): string | null {
  if (job) return `${JOBS_PATH}/${job.id}`;
  return title === null ? null : `/portal/scenes/${sceneId}`;
}

/** The scenes an invoice charges for: a line for each fee. */
export function SceneFeeLines({ fees, isLinked }: { fees: readonly InvoiceFee[]; isLinked: boolean }) {
  return (
    <DataList
      caption="Scenes on this invoice"
      rows={fees}
      rowKey={({ sceneFeeId, kind }) => `${sceneFeeId}-${kind}`}
      {...(isLinked && { rowHref: hrefOf })}
      columns={FEE_COLUMNS}
    />
  );
}

export const BILLING_PATH = "/portal/billing";

/** The next invoice, in place of an invoice's id. */
export const UPCOMING = "upcoming";

/** The page of an invoice, or of the next one. */
export const invoiceHref = (id: string): string => `${BILLING_PATH}/${id}`;

/** Its lines as a CSV file. */
export const linesHref = (id: string): string => `/api/portal/billing/lines?invoice=${id}`;

const INVOICE_STATES: Record<InvoiceState, { label: string; tone: Tone }> = {
  preparing: { label: "Preparing", tone: "neutral" },
  open: { label: "Open", tone: "waiting" },
  paid: { label: "Paid", tone: "done" },
  closed: { label: "Paid another way", tone: "done" },
  void: { label: "Void", tone: "neutral" },
  written_off: { label: "Unpaid", tone: "harm" },
};

export function failureText(code: string | null): string {
  if (code === null) return "It is not paid yet.";
  return FAILURES[code] ?? "The card was declined.";
}

const FAILURES: Record<string, string> = {
  no_payment_method: "There is no saved card.",
  payment_requires_action: "Your bank wants you to confirm it. Pay on the invoice page.",
  expired_card: "The card has expired.",
  no_owner: "Your team has no owner to send it to.",
  insufficient_funds: "The card has insufficient funds.",
};

/** The next invoice if it were created now, and how we calculate it. */
export function NextInvoiceCard({ fee }: { fee: PlatformFee }) {
  const { month, creators, scenes, totalCents, ahead, before, fees } = fee.next;
  return (
    <SectionCard
      id="next-invoice"
      title="Next invoice"
      description={`On ${dayText(month)}, for ${monthText(month)}, if nothing changes until then.`}
      actions={
        totalCents > 0 ? (
          <>
            <ButtonLink size="sm" href={invoiceHref(UPCOMING)}>
              See each line
            </ButtonLink>
            <ButtonLink
              size="sm"
              variant="ghost"
              href={linesHref(UPCOMING)}
              icon={<Download aria-hidden className="size-4" />}
              download
            >
              CSV
            </ButtonLink>
          </>
        ) : null
      }
      body="flex flex-col gap-4"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-lg tabular-nums">{moneyText(totalCents)}</span>
        <span className="text-muted text-sm">
          for {chargedForText({ creators, scenes })}
          {scenes === 0 ? `, ${moneyText(fee.priceCents)} each a month` : ""}
        </span>
      </p>
      {before.creators > 0 || scenes > 0 ? (
        <ul className="flex flex-col divide-y divide-line border-line border-y text-sm">
          {ahead.creators > 0 ? (
            <Sum cents={ahead.cents}>
              {monthText(month)}: {counted(ahead.creators, "creator")}, {moneyText(fee.priceCents)} each
            </Sum>
          ) : null}
          {before.creators > 0 ? (
            <Sum cents={before.cents}>Earlier days not charged yet: {counted(before.creators, "creator")}</Sum>
          ) : null}
          {fees.map(({ kind, count, cents }) => (
            <Sum key={kind} cents={cents}>
              {FEE_LABELS[kind]}s not charged yet: {counted(count, "scene")}
            </Sum>
          ))}
        </ul>
      ) : null}
      {fee.lapsedAt ? (
        <p className="max-w-prose text-sm">Suspended creators are not counted until the fee is paid.</p>
      ) : null}
      <p className="max-w-prose text-muted text-sm">
        {PRORATION[fee.proration]} Creators who are not active on the invoice date are not charged for the month.
        Creators who pay for themselves are never on it.
      </p>
    </SectionCard>
  );
}

function Sum({ cents, children }: { cents: number; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-4 py-2">
      <span>{children}</span>
      <span className="tabular-nums">{moneyText(cents)}</span>
    </li>
  );
}

const PRORATION = {
  daily:
    "We charge each active creator for the month ahead, and for earlier active days not charged yet. Creators you deactivated are not on it.",
  none: "We charge each active creator for the month ahead, or afterwards for a month not charged yet. A creator’s first month is free.",
};
