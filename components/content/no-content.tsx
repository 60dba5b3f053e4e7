import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { ContentPage, ContentPageQuery } from "@/lib/domain/content/lists/schemas";

/** Says how far a list was looked through that is short though more may match. */
export function LookedThrough({ at }: { at: string | Date }) {
  return (
    <p className="text-muted text-sm">
      Looked as far as <Time at={at} as="datetime" />. Narrow it down, or look further.
    </p>
  );
}

/** Stands in the place of a list that is empty as far as was looked. */
export const NoMatchYet = ({ at }: { at: string | Date }) => (
  <EmptyState title="Nothing found so far">
    Looked as far as <Time at={at} as="datetime" />. Narrow it down, or look further.
  </EmptyState>
);

type Days = { from?: string | undefined; to?: string | undefined };

/** Whether no day can be meant: the first is after the last. */
export const hasInvalidDays = ({ from, to }: Days): boolean => from !== undefined && to !== undefined && from > to;

/** Stands in the place of a list that was asked for no day. */
export const InvalidDays = () => (
  <EmptyState title="These days are the wrong way round">
    “Produced from” is after “Produced until”: no day lies between them.
  </EmptyState>
);

/** What stands in the place of a list without rows. */
export function NoContent({ page: { lookedThrough }, address }: { page: ContentPage; address: ContentPageQuery }) {
  if (hasInvalidDays(address)) return <InvalidDays />;
  if (lookedThrough) return <NoMatchYet at={lookedThrough} />;
  if (countFilters(address) > 0) {
    return (
      <EmptyState title="No content matches">
        Check the spelling, or clear the filters. By words, a record is found a second or two after it was logged.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No content yet"
      actions={<ButtonLink href="/docs/content#logContent">How to log content</ButtonLink>}
    >
      Your platform logs each depiction through the API, and you import what it published before. It appears here at
      once.
    </EmptyState>
  );
}

export const CONTENT_PATH = "/portal/content";

/** The content list's filters, and the place in it, as a query. */
export function toQuery(address: ContentPageQuery): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(address)) if (value) query.set(name, value);
  return query;
}

/** How many filters narrow the list. */
export const countFilters = ({ cursor: _, ...filters }: ContentPageQuery): number =>
  Object.values(filters).filter(Boolean).length;
