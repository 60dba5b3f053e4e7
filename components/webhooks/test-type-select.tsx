"use client";

import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import { useAddress } from "@/components/ui/use-address";

/** Which type of event to simulate. It stands in the address; without scripts a button asks for it. */
export function TestTypeSelect({ types, current }: { types: readonly string[]; current: string }) {
  const { get, set, pending } = useAddress();
  return (
    <form method="get" className="flex max-w-md items-end gap-3">
      <Field name="type" label="Event type" className="min-w-0 flex-1">
        <Select
          options={types.map((type) => ({ value: type, label: type }))}
          value={types.find((type) => type === get("type")) ?? current}
          onChange={(event) => set({ type: event.target.value })}
        />
      </Field>
      <noscript>
        <button type="submit" className="h-10 rounded-md border border-line-strong px-4 text-sm">
          Show
        </button>
      </noscript>
      <span className="flex h-10 w-4 items-center">{pending ? <Spinner label="Loading the example" /> : null}</span>
    </form>
  );
}
