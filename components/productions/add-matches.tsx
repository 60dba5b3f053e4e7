import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import type { Listed } from "@/lib/domain/core/lists";
import { LOGGED_ADDED_MOST } from "@/lib/domain/productions/labels";
import type { contentList } from "@/lib/domain/records/content";

type AddMatchesProps = {
  /** The search whose matches are added. */
  address: Omit<Listed<typeof contentList>["address"], "removed">;
  /** Whether it leaves anything out. */
  isSearch: boolean;
  add: (form: FormData) => Promise<ActionResult>;
};

/** Adds every record of a search of the content log to a production, also those on other pages. */
export function AddMatches({ address: { cursor: _, ...filters }, isSearch, add }: AddMatchesProps) {
  const records = isSearch ? "matching records" : "records of your log";
  return (
    <ConfirmAction
      trigger={
        <Button size="sm" className="self-start">
          Add all {records}…
        </Button>
      }
      title={`Add all ${records}?`}
      confirmLabel="Add all"
      tone="neutral"
      action={add}
      success="Depictions added."
    >
      {Object.entries(filters).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      <p>
        All pages are added, up to {LOGGED_ADDED_MOST.toLocaleString("en")} records. If there are more, none is added.
        URLs that the production has are skipped.
      </p>
    </ConfirmAction>
  );
}
