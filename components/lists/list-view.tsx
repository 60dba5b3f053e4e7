import type { ReactNode } from "react";
import { DataList, type DataListProps } from "./data-list";
import { Empty, type EmptyWords } from "./empty";
import { ExportButton } from "./export-button";
import { ListFilters, type ListFiltersProps } from "./filters";
import { type ListAddress, listHref, pagesOf, sortOf } from "./list-address";
import { Pager, type PagerProps } from "./pager";

export type ListViewProps<Row, Address> = ListFiltersProps<Address> &
  Pick<DataListProps<Row>, "caption" | "columns" | "rows" | "rowHref" | "onRowOpen" | "openRowKey"> &
  Pick<PagerProps, "first" | "labels"> & {
    newer: string | null;
    older: string | null;
    /** Whether a URL can ask for the other order. */
    isReversible?: boolean;
    /** Above the filters, such as tabs. */
    above?: ReactNode;
    /** Below the filters. */
    note?: ReactNode;
    /** Above the rows, with the export. */
    tools?: ReactNode;
    /** The data route that exports the list. */
    exportPath?: string;
    empty: EmptyWords;
  };

/** A declared list: its tabs, filters, rows and pages. */
export function ListView<Row extends { id: string }, Address extends ListAddress>({
  above,
  note,
  tools,
  exportPath,
  empty,
  newer,
  older,
  first,
  isReversible,
  labels,
  ...list
}: ListViewProps<Row, Address>) {
  const { path, address } = list;
  return (
    <div className="flex flex-col gap-4">
      {above}
      {list.search || list.controls ? <ListFilters {...list} /> : null}
      {note}
      {tools || exportPath ? (
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          {tools}
          {exportPath ? <ExportButton path={exportPath} /> : null}
        </div>
      ) : null}
      <DataList
        {...list}
        rowKey={({ id }) => id}
        empty={<Empty {...list} empty={empty} />}
        {...(first && { sort: sortOf(path, { first, isReversible, address }) })}
      />
      <Pager
        {...pagesOf({ newer, older }, (cursor) => listHref(path, { ...address, cursor }))}
        {...{ first, labels }}
      />
    </div>
  );
}
