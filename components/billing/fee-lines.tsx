import { EmptyState } from "@/components/ui/callout";
import { CopyId } from "@/components/ui/copy";
import { type Column, DataList } from "@/components/ui/data-list";
import { moneyText } from "@/components/ui/format";
import { chargedText } from "@/lib/domain/billing/labels";

type FeeLine = { accountId: string; externalUserId: string; starts: Date; ends: Date; days: number; cents: number };

const COLUMNS: Column<FeeLine>[] = [
  {
    id: "externalUserId",
    header: "Your user id",
    primary: true,
    cell: ({ externalUserId }) => <span className="break-all">{externalUserId}</span>,
  },
  {
    id: "accountId",
    header: "Account id",
    cell: ({ accountId }) => <CopyId value={accountId} label="account id" short className="whitespace-nowrap" />,
  },
  { id: "days", header: "Days", cell: chargedText },
  {
    id: "cents",
    header: "Price",
    align: "end",
    cell: ({ cents }) => <span className="tabular-nums">{moneyText(cents)}</span>,
  },
];

/** For whom an invoice charges, and how much: the partner's ids and ours. */
export function FeeLines({ lines }: { lines: readonly FeeLine[] }) {
  return (
    <DataList
      caption="Creators on this invoice"
      rows={lines}
      rowKey={({ accountId }) => accountId}
      rowHref={({ accountId }) => `/portal/creators/${accountId}`}
      columns={COLUMNS}
      empty={<EmptyState title="Nobody">No creator whom you pay for is to be charged.</EmptyState>}
    />
  );
}
