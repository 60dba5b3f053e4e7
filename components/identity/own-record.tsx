import { EmptyState } from "@/components/ui/callout";
import { PageHeader, type PageHeaderProps } from "@/components/ui/page-header";

type OwnRecordProps = Pick<PageHeaderProps, "title" | "back"> & { what?: string };

/** In place of a page about the custodian themself: nobody looks into or decides about their own. */
export function OwnRecord({ what = "record", ...header }: OwnRecordProps) {
  return (
    <>
      <PageHeader {...header} />
      <EmptyState title={`This is your own ${what}`}>Another custodian has to look at it.</EmptyState>
    </>
  );
}
