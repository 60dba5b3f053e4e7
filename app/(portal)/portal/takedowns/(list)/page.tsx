import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { ExportButton } from "@/components/lists/filters";
import { unreadNames } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { TAKEDOWN_REPORTS_PATH, takedownsHref } from "@/components/removals/takedowns/takedown-address";
import { NoTakedowns, TakedownFilterBar, TakedownTabs } from "@/components/removals/takedowns/takedown-filters";
import { TakedownList } from "@/components/removals/takedowns/takedown-list";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { countOpenTakedowns, listTakedowns, TAKEDOWNS_COUNTED_AT_MOST } from "@/lib/domain/removals";
import { TAKEDOWN_FILTERS, TakedownPageQuery } from "@/lib/domain/removals/portal/schemas";

export const metadata: Metadata = { title: "Takedowns" };

/** What the partner must take down, by deadline. */
export default async function TakedownsPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const sent = await searchParams;
  const address = TakedownPageQuery.parse(sent);
  const [{ rows, newer, older }, { open, breached }] = await Promise.all([
    listTakedowns(ctx, address),
    countOpenTakedowns(ctx),
  ]);
  const isAll = address.view === "all";
  const at = (cursor: string) => takedownsHref({ ...address, cursor });
  return (
    <>
      <PageHeader
        title="Takedowns"
        description="Your content named in removal requests. We never say who asked."
        actions={<ButtonLink href={TAKEDOWN_REPORTS_PATH}>Monthly report</ButtonLink>}
      />
      <div className="flex flex-col gap-4">
        <TakedownTabs view={address.view} open={open} breached={breached} most={TAKEDOWNS_COUNTED_AT_MOST} />
        <TakedownFilterBar address={address} unread={unreadNames(sent, TAKEDOWN_FILTERS, address)} />
        <div className="flex flex-wrap justify-end gap-2">
          <ExportButton path="/api/portal/takedowns/export" />
          <ExportButton path="/api/portal/takedowns/print" format="PDF" />
        </div>
        <TakedownList
          caption={isAll ? "Takedowns, newest first" : "Open takedowns, by deadline"}
          rows={rows}
          empty={<NoTakedowns address={address} />}
        />
        <Pager
          newer={newer && at(newer)}
          older={older && at(older)}
          {...(!isAll && { first: "oldest", labels: { newer: "Due later", older: "Due earlier" } })}
        />
      </div>
    </>
  );
}
