import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { ContentPage } from "@/lib/domain/content/list-schemas";

/** Says how far a list was looked through that is short though more may match. */
export function LookedThrough({ at }: { at: string | Date }) {
  return (
    <p className="text-muted text-sm">
      Looked as far as <Time at={at} as="datetime" />. Narrow it down, or look further.
    </p>
  );
}

/** Stands in the place of a list that is empty as far as was looked. */
export const NothingSoFar = ({ at }: { at: string | Date }) => (
  <EmptyState title="Nothing found so far">
    Looked as far as <Time at={at} as="datetime" />. Narrow it down, or look further.
  </EmptyState>
);

/** What stands in the place of a list without rows. */
export function NoContent({ page: { lookedThrough }, filtered }: { page: ContentPage; filtered: boolean }) {
  if (lookedThrough) return <NothingSoFar at={lookedThrough} />;
  if (filtered) {
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
