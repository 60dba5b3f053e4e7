import { ActionForm } from "@/components/ui/action-form";
import { Badge } from "@/components/ui/badge";
import type { FormState } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { Alias } from "@/lib/domain/identity/names";
import { Confirm } from "./confirm";

type AliasListProps = {
  aliases: readonly Alias[];
  retire: (aliasId: string) => (state: FormState, form: FormData) => Promise<FormState>;
};

/** The creator's names in the index. Each can be marked as no longer used. */
export function AliasList({ aliases, retire }: AliasListProps) {
  if (aliases.length === 0) return <p className="text-muted">No other names yet.</p>;
  return (
    <ul className="border-line border-t">
      {aliases.map(({ id, name, createdAt, retiredAt }) => (
        <li key={id} className="flex flex-col gap-2 border-line border-b py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
              {retiredAt ? <Badge>No longer used</Badge> : null}
            </span>
            <span className="text-muted">
              {retiredAt ? "until" : "since"} <Time at={retiredAt ?? createdAt} as="date" />
            </span>
          </div>
          {retiredAt ? null : (
            <Confirm label="I no longer use it…" about={name}>
              <p className="max-w-prose text-muted">
                The name is marked as no longer used from today. It stays in the index as long as we keep your records,
                because works published under it must be findable. You can add it again later.
              </p>
              <ActionForm action={retire(id)} label={`Mark “${name}” as no longer used`} />
            </Confirm>
          )}
        </li>
      ))}
    </ul>
  );
}
