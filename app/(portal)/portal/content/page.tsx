import { Upload } from "lucide-react";
import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { unreadNames } from "@/components/lists/list-address";
import { ContentFilters } from "@/components/records/content/content-filters";
import { ContentList } from "@/components/records/content/content-list";
import { LateCopies } from "@/components/records/content/copies";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { countLateCopies, listContent } from "@/lib/domain/records/content";
import { CONTENT_FILTERS, ContentPageQuery } from "@/lib/domain/records/content/lists/schemas";

export const metadata: Metadata = { title: "Content" };

/** Every depiction the partner logged, with the status of its copy. */
export default async function ContentPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const sent = await searchParams;
  const address = ContentPageQuery.parse(sent);
  const [page, late] = await Promise.all([listContent(ctx, address), countLateCopies(ctx)]);
  return (
    <>
      <PageHeader
        title="Content"
        description="Every depiction you logged, with its compliance copy. Records are kept for seven years from production."
        actions={
          may(ctx.actor.role, "manage_records") ? (
            <ButtonLink href="/portal/content/import" icon={<Upload aria-hidden className="size-4" />}>
              Import
            </ButtonLink>
          ) : null
        }
      />
      <div className="flex flex-col gap-4">
        {address.copy === "late" ? null : <LateCopies {...late} />}
        <ContentFilters address={address} unread={unreadNames(sent, CONTENT_FILTERS, address)} />
        <ContentList address={address} initial={page} partnerId={ctx.actor.partnerId} />
      </div>
    </>
  );
}
