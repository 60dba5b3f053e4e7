"use client";

import { type ReactNode, useRef } from "react";
import { type Column, DataList } from "@/components/lists/data-list";
import { Button } from "@/components/ui/button";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

/** A record of the content log. `from`: the creator, or for a producer the platform that logged it. */
type LoggedRow = { id: string; title: string; url: string; from: string; productionDate: Date | string };

/** The checkboxes' name. */
const PICKED = "depictionId";

type LogPickerProps = {
  rows: readonly LoggedRow[];
  /** What `from` is. */
  fromLabel: "Creator" | "Platform";
  add: (state: FormState, form: FormData) => Promise<FormState>;
  empty: ReactNode;
};

/** Chooses records of the content log and adds them to a production. Works without scripts. */
export function LogPicker({ rows, fromLabel, add, empty }: LogPickerProps) {
  const form = useRef<HTMLFormElement>(null);
  const { state, action, onSubmit, pending } = useFormAction(add, {});
  function selectAll(): void {
    for (const box of form.current?.querySelectorAll<HTMLInputElement>(`input[name=${PICKED}]`) ?? [])
      box.checked = true;
  }
  return (
    <form ref={form} action={action} onSubmit={onSubmit} className="flex flex-col gap-4">
      <ErrorSummary errors={state.errors} message={state.message} />
      {rows.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          <SubmitButton size="sm" loading={pending}>
            Add selected
          </SubmitButton>
          <Button size="sm" onClick={selectAll} className="noscript:hidden">
            Select all on this page
          </Button>
        </div>
      ) : null}
      <DataList
        caption="Records of the content log, newest first"
        rows={rows}
        rowKey={({ id }) => id}
        columns={columnsOf(fromLabel)}
        empty={empty}
      />
    </form>
  );
}

const columnsOf = (fromLabel: string): Column<LoggedRow>[] => [
  {
    header: "Select",
    corner: true,
    cell: ({ id, title }) => (
      <label className="-m-2 flex size-9 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          name={PICKED}
          value={id}
          autoComplete="off"
          className="size-4 cursor-pointer rounded-sm accent-accent"
        />
        <span className="sr-only">{title}</span>
      </label>
    ),
  },
  {
    header: "Depiction",
    primary: true,
    cell: ({ title, url }) => (
      <span className="flex flex-col items-start gap-1 md:min-w-56">
        <span className="wrap-anywhere line-clamp-2 font-medium">{title}</span>
        <span className="line-clamp-2 break-all font-normal text-muted text-xs">{url}</span>
      </span>
    ),
  },
  {
    header: fromLabel,
    cell: ({ from }) => <span className="line-clamp-2 break-all md:min-w-24">{from}</span>,
  },
  {
    header: "Produced",
    align: "end",
    cell: ({ productionDate }) => <Time at={productionDate} as="date" />,
  },
];
