import Link from "next/link";
import type { ReactNode } from "react";
import { CopyBadge } from "@/components/content/copy-badge";
import { Badge } from "@/components/ui/badge";
import { CopyId } from "@/components/ui/copy";
import { type Column, DataList } from "@/components/ui/data-list";
import { Time } from "@/components/ui/time";
import type { FoundDepiction } from "@/lib/domain/content";
import { Performers } from "./performers";

type FoundDepictionsProps = {
  rows: FoundDepiction[];
  /** What they are in the order of, the latest first. */
  order: "logged" | "produced";
  hrefOf: (userId: string) => string;
  empty: ReactNode;
};

/** Depictions of the index: what each is, who appears in it, and whose log it is in. */
export function FoundDepictions({ rows, order, hrefOf, empty }: FoundDepictionsProps) {
  const columns: Column<FoundDepiction>[] = [
    {
      id: "title",
      header: "Depiction",
      primary: true,
      cell: (row) => (
        <span className="flex flex-col gap-1 md:min-w-56">
          {row.isOwn ? (
            <span className="flex flex-wrap items-center gap-2 font-medium">
              <span className="wrap-anywhere line-clamp-2">{row.title ?? "Untitled"}</span>{" "}
              <Badge>Your own record</Badge>
            </span>
          ) : (
            // Each record that is opened gets a line in the ledger: none is fetched before somebody asks for it.
            <Link
              href={`/custodian/records/${row.id}`}
              prefetch={false}
              className="wrap-anywhere line-clamp-2 rounded-sm font-medium underline underline-offset-4"
            >
              {row.title ?? "Untitled"}
            </Link>
          )}
          <span className="break-all font-mono text-muted text-xs">{row.contentUrl}</span>
        </span>
      ),
    },
    { id: "performers", header: "Performers", cell: (row) => <Performers people={row.performers} hrefOf={hrefOf} /> },
    {
      id: "partner",
      header: "Partner",
      cell: (row) => <span className="wrap-anywhere block md:min-w-24">{row.partnerName}</span>,
    },
    {
      id: "ids",
      header: "Ids",
      cell: (row) => (
        <span className="flex flex-col items-start gap-1 md:min-w-32">
          <CopyId value={row.id} label="depiction id" short />
          {row.externalContentId ? <CopyId value={row.externalContentId} label="content id" short /> : null}
        </span>
      ),
    },
    { id: "state", header: "State", cell: (row) => <State row={row} /> },
    { id: "produced", header: "Produced", align: "end", cell: (row) => <Time at={row.productionDate} as="date" /> },
  ];
  return (
    <DataList
      caption={`Depictions, the latest ${order} first`}
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns}
      empty={empty}
    />
  );
}

function State({ row: { erased, removedAt, copy } }: { row: FoundDepiction }) {
  if (erased) return <Badge>Erased after its seven years</Badge>;
  if (removedAt) return <Badge>Removed</Badge>;
  return copy ? <CopyBadge copy={copy} /> : null;
}
