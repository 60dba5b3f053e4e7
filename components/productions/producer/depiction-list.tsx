import type { ReactNode } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { DepictionOfProduction } from "@/lib/domain/productions";
import { type Action, RowAction } from "./row-action";

const COLUMNS: Column<DepictionOfProduction>[] = [
  {
    header: "Depiction",
    primary: true,
    cell: ({ title, url }) => (
      <span className="flex flex-col items-start gap-1 md:min-w-56">
        <span className="wrap-anywhere font-medium">{title ?? "Untitled"}</span>
        <TextLink href={url} external className="break-all font-normal text-xs">
          {url}
        </TextLink>
      </span>
    ),
  },
  { header: "Produced", cell: ({ producedOn }) => <Time at={producedOn} as="date" /> },
  {
    header: "SHA-256",
    cell: ({ sha256 }) =>
      sha256 ? <CopyId value={sha256} label="SHA-256" short /> : <span className="text-muted">None</span>,
  },
];

type DepictionListProps = {
  rows: readonly DepictionOfProduction[];
  /** Removes one; null while nothing can change. */
  remove: ((depictionId: string) => Action) | null;
  empty: ReactNode;
};

/** What a production publishes, newest first. */
export const DepictionList = ({ rows, remove, empty }: DepictionListProps) => (
  <DataList
    caption="Depictions, newest first"
    rows={rows}
    rowKey={({ id }) => id}
    columns={[
      ...COLUMNS,
      ...(remove
        ? [
            {
              header: "Action",
              align: "end" as const,
              cell: ({ id, title, url }: DepictionOfProduction) => (
                <RowAction action={remove(id)} verb="Remove" about={title ?? url} />
              ),
            },
          ]
        : []),
    ]}
    empty={empty}
  />
);
