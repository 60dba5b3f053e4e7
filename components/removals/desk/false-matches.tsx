import { recordTitle } from "@/components/removals/takedowns/takedown";
import { ActionForm } from "@/components/ui/action-form";
import type { FormState } from "@/components/ui/form";
import { counted } from "@/components/ui/format";
import type { RequestItem } from "@/lib/domain/removals/custody";
import { likenessOf, nearText } from "./resemblance";

type FalseMatchesProps = {
  items: readonly RequestItem[];
  /** Removes the false match of an item. Null while nothing can be changed. */
  remove: ((itemId: string) => (state: FormState, form: FormData) => Promise<FormState>) | null;
};

/** The dismissed records of which near copies aren't suggested to the request again. */
export function FalseMatches({ items, remove }: FalseMatchesProps) {
  const left = items.filter(({ isFalseMatch }) => isFalseMatch);
  if (left.length === 0) return null;
  return (
    <details className="mt-2 border-line border-t pt-2">
      <summary className="cursor-pointer text-muted">
        {counted(left.length, "false match is", "false matches are")} left out
      </summary>
      <p className="mt-1 text-muted text-xs">
        Near copies of these records aren’t suggested again. Attaching one, or naming its URL or file, still works. If
        copies are suggested again, the record itself stays dismissed until you attach it.
      </p>
      <ul className="mt-1 flex flex-col">
        {left.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2 last:border-b-0"
          >
            <span className="min-w-0">
              <span className="wrap-anywhere font-medium">{recordTitle(item)}</span>
              <span className="block text-muted text-xs">
                Isn’t {nearText(item)}. {likenessOf(item)}
              </span>
            </span>
            {remove ? <ActionForm action={remove(item.id)} label="Suggest copies again" size="sm" /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
