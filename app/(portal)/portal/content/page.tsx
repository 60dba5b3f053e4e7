import { Upload } from "lucide-react";
import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { CREATOR, days, ListFilters } from "@/components/lists/filters";
import { ContentList } from "@/components/records/content/content-list";
import { LateCopies } from "@/components/records/content/copies";
import { CONTENT_PATH } from "@/components/shell/addresses";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { contentList, countLateCopies } from "@/lib/domain/records/content";

const COPIES = [
  { value: "stored", label: "Stored" },
  { value: "late", label: "Not confirmed" },
  { value: "pending", label: "Pending" },
  { value: "missing", label: "Missing" },
];
const REMOVED = [
  { value: "no", label: "Not removed" },
  { value: "yes", label: "Removed" },
];
const MATCHED = [{ value: "yes", label: "Yes" }];

export const metadata: Metadata = { title: "Content" };

/** Every depiction the partner logged, with the status of its copy. */
export default async function ContentPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser();
  const [list, late] = await Promise.all([contentList.open(ctx, await searchParams), countLateCopies(ctx)]);
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
      <ContentList
        list={list}
        filters={
          <>
            {list.address.copy === "late" ? null : <LateCopies {...late} />}
            <ListFilters
              {...list}
              path={CONTENT_PATH}
              search={{ label: "Title, URL or content id", placeholder: "Words, or the start of an id" }}
              controls={{
                creator: CREATOR,
                copy: { label: "Copy", options: COPIES, className: "md:w-44" },
                removed: { label: "Record", options: REMOVED },
                matched: { label: "Matches a confirmed removal", options: MATCHED, className: "md:w-60" },
                ...days("Produced"),
              }}
            />
          </>
        }
      />
    </>
  );
}
