import type { ReactNode } from "react";
import { SoloStatus } from "@/components/accounts/solo-status";
import { type Column, DataList } from "@/components/lists/data-list";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { CustodyRow } from "@/lib/domain/accounts/custody";

type Row = CustodyRow & { accountId: string; suspendedAt: Date | null };

const COLUMNS: Column<Row>[] = [
  { header: "Email", primary: true, cell: (row) => <span className="break-all">{row.email}</span> },
  {
    header: "Partner",
    cell: (row) => (
      <span className="flex flex-col">
        <span className="wrap-anywhere">{row.partnerName}</span>
        <span className="line-clamp-1 break-all text-muted text-xs">{row.externalUserId}</span>
      </span>
    ),
  },
  {
    header: "Status",
    cell: (row) => <SoloStatus status={row.status} reason={row.suspendReason} reader="service" />,
  },
  {
    header: "Account id",
    cell: (row) => <CopyId value={row.accountId} label="account id" short className="whitespace-nowrap" />,
  },
];
const SUSPENDED: Column<Row> = {
  header: "Suspended",
  align: "end",
  cell: ({ suspendedAt }) => (suspendedAt ? <Time at={suspendedAt} /> : null),
};

type AccountListProps = { caption: string; rows: readonly Row[]; showSuspendedAt: boolean; empty: ReactNode };

/** Accounts of all partners, for a custodian. */
export const AccountList = ({ caption, rows, showSuspendedAt, empty }: AccountListProps) => (
  <DataList
    caption={caption}
    rows={rows}
    rowKey={({ id }) => id}
    rowHref={({ accountId }) => `/custodian/accounts/${accountId}`}
    columns={showSuspendedAt ? [...COLUMNS, SUSPENDED] : COLUMNS}
    empty={empty}
  />
);
