import { countFilters } from "@/components/lists/list-address";
import { EmptyState } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Listed } from "@/lib/domain/core/lists";
import type { contentList } from "@/lib/domain/records/content";

/** Says how far the search got when a page is short but more may match. */
export function LookedThrough({ at }: { at: string | Date }) {
  return (
    <p className="text-muted text-sm">
      Searched back to <Time at={at} as="datetime" />. Narrow your search, or search further back.
    </p>
  );
}

/** Shown when the search found nothing up to where it stopped. */
export const NoMatchYet = ({ at }: { at: string | Date }) => (
  <EmptyState title="No matches so far">
    Searched back to <Time at={at} as="datetime" />. Narrow your search, or search further back.
  </EmptyState>
);

type Days = { from?: string | undefined; to?: string | undefined };

export const hasInvalidDays = ({ from, to }: Days): boolean => from !== undefined && to !== undefined && from > to;

export const InvalidDays = () => (
  <EmptyState title="The dates are reversed">“Produced from” is after “Produced until”.</EmptyState>
);

export function NoContent({ lookedThrough, address }: Pick<Listed<typeof contentList>, "lookedThrough" | "address">) {
  if (hasInvalidDays(address)) return <InvalidDays />;
  if (lookedThrough) return <NoMatchYet at={lookedThrough} />;
  if (countFilters(address) > 0) {
    return (
      <EmptyState title="No matching content">
        Check the spelling, or clear the filters. New records appear in word searches after a second or two.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No content yet"
      actions={<ButtonLink href="/docs/content#logContent">How to log content</ButtonLink>}
    >
      Log each depiction through the API, or import what you published before. It appears here right away.
    </EmptyState>
  );
}
