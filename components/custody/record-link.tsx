import Link from "next/link";
import type { ComponentProps } from "react";
import type { Column } from "@/components/lists/data-list";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";
import type { Reserved } from "@/lib/domain/custody/conflicts";

type RecordLinkProps = ComponentProps<typeof Link> & {
  /** In the color of the text around it. */
  plain?: boolean;
};

/** A link to a record, or to a search for a person. Opening it writes to the ledger, so it isn't prefetched. */
export const RecordLink = ({ plain = false, className, ...props }: RecordLinkProps) => (
  <Link
    {...props}
    prefetch={false}
    className={cn("rounded-sm underline underline-offset-4", plain ? null : "text-accent-text", className)}
  />
);

/** Whether a row is reserved for another custodian. */
export const isReserved = (row: object): row is Reserved => "isReserved" in row && row.isReserved === true;

/** Stands for a record about which the custodian has a conflict of interest. */
export const ReservedBadge = () => <Badge>Reserved for a colleague</Badge>;

/** The columns of a list whose rows may be reserved: those say only that. */
export const reservable = <Row extends object>(columns: readonly Column<Row>[]): Column<Row | Reserved>[] =>
  columns.map((column) => ({
    ...column,
    cell: (row) => (isReserved(row) ? column.primary ? <ReservedBadge /> : null : column.cell(row)),
  }));

/** The same for the address of a row's page. */
export const reservableHref =
  <Row extends object>(hrefOf: (row: Row) => string) =>
  (row: Row | Reserved): string | null =>
    isReserved(row) ? null : hrefOf(row);

/** Shown in place of a page about which the custodian has a conflict of interest. */
export const ReservedPage = (header: Pick<PageHeaderProps, "title" | "back">) => (
  <>
    <PageHeader {...header} />
    <EmptyState title="Reserved for a colleague">
      This concerns you, a production of yours, or a partner whose team you belong to. Another custodian must handle it.
    </EmptyState>
  </>
);
