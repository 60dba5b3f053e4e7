import { BookUser } from "lucide-react";
import { hasInvalidDays, InvalidDays, NoMatchYet } from "@/components/records/content/no-content";
import { EmptyState } from "@/components/ui/callout";
import { TextLink } from "@/components/ui/link";
import type { IndexFilters, IndexPage } from "@/lib/domain/records/content";

/** Shown before a search of the index. */
export function StartHere() {
  return (
    <EmptyState title="Search the index" icon={<BookUser aria-hidden />}>
      Search depictions and scenes by performer (legal name or alias), title, URL, SHA-256, id or production dates.
    </EmptyState>
  );
}

type NoRecordsProps = { page: Pick<IndexPage, "people" | "lookedThrough">; filters: IndexFilters };

/** Shown when a search of the index found no record. */
export function NoRecords({ page: { people, lookedThrough }, filters }: NoRecordsProps) {
  if (hasInvalidDays(filters)) return <InvalidDays />;
  if (lookedThrough) return <NoMatchYet at={lookedThrough} />;
  if (people?.length === 0) {
    return <EmptyState title="No performer has this name">Try one part of the name, or another spelling.</EmptyState>;
  }
  return (
    <EmptyState title="No matching records">
      <p>
        Check the spelling, or clear a field. New records appear after a second or two. Scenes appear here from their
        greenlight on.
        {filters.q && !people ? " To search for a person, use the Performer field." : null}
      </p>
      <p className="mt-2">
        Attestations aren’t in the index. Open the creator in <TextLink href="/custodian/accounts">Accounts</TextLink>{" "}
        to see theirs.
      </p>
    </EmptyState>
  );
}
