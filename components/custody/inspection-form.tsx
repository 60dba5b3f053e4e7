"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Field, fieldOf, Input, Textarea } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";

type InspectionFormProps = {
  enter: (state: FormState, form: FormData) => Promise<FormState>;
  /** Of this form, so that it is entered once however often it is sent. */
  id: string;
  /** The productions to start with. */
  picked: readonly Named[];
  /** Finds productions by title, id or a performer's address. */
  find: (text: string) => Promise<(Named & { about: string })[]>;
};

type Named = { id: string; title: string };

/** What a custodian records of an inspection. */
export function InspectionForm({ enter, id, picked, find }: InspectionFormProps) {
  const { state, action, onSubmit, pending } = useFormAction(enter, {});
  const field = (name: string) => fieldOf(state, name);
  const value = (name: string) => state.values?.[name];
  return (
    <form action={action} onSubmit={onSubmit} noValidate className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <input type="hidden" name="id" value={id} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field {...field("agency")} label="Agency" hint="Linked partners see it.">
          <Input autoComplete="off" maxLength={200} defaultValue={value("agency")} />
        </Field>
        <Field {...field("inspector")} label="Inspector" hint="Name and badge number.">
          <Input autoComplete="off" maxLength={200} defaultValue={value("inspector")} />
        </Field>
      </div>
      <Field {...field("authority")} label="Authority" hint="What the inspector acted under, such as 28 CFR 75.5.">
        <Input autoComplete="off" maxLength={500} defaultValue={value("authority")} />
      </Field>
      <Field {...field("inspectedAt")} label="Day and time (UTC)" className="max-w-xs">
        <Input type="datetime-local" defaultValue={value("inspectedAt")} />
      </Field>
      <ProductionPicker picked={picked} find={find} {...field("productionIds")} />
      <Field {...field("shown")} label="What you showed" hint="Records, pages and copies.">
        <Textarea rows={5} maxLength={5000} defaultValue={value("shown")} />
      </Field>
      <p className="text-muted text-sm">
        The record can’t be changed later. We tell each partner linked to one of these productions the agency and the
        time, nothing else.
      </p>
      <SubmitButton className="self-start" loading={pending}>
        Record inspection
      </SubmitButton>
    </form>
  );
}

type ProductionPickerProps = Pick<InspectionFormProps, "picked" | "find"> & { name: string; error: string | undefined };

/** Productions, found by search and added one by one. */
function ProductionPicker({ picked, find, name, error }: ProductionPickerProps) {
  const [chosen, setChosen] = useState(picked);
  const [text, setText] = useState("");
  const [found, setFound] = useState<Awaited<ReturnType<typeof find>> | null>(null);
  const [pending, startTransition] = useTransition();
  const search = () => {
    if (text.trim()) startTransition(async () => setFound(await find(text.trim())));
  };
  const isChosen = (id: string) => chosen.some((one) => one.id === id);
  return (
    <div className="flex flex-col gap-3">
      <input type="hidden" name={name} value={chosen.map(({ id }) => id).join(" ")} />
      <Field
        name={`${name}-search`}
        id={name}
        label="Productions"
        hint="Search by title, id or a performer’s address."
        {...(error && { error })}
      >
        <Input
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            search();
          }}
        />
      </Field>
      <Button size="sm" className="self-start" loading={pending} onClick={search}>
        Search
      </Button>
      <ul aria-label="Found productions" aria-live="polite" className="flex flex-col gap-2 empty:hidden">
        {found?.map(({ id, title, about }) => (
          <li key={id} className="flex items-center justify-between gap-3 border-line border-b pb-2">
            <span className="min-w-0">
              {title} <span className="text-muted">{about}</span>
            </span>
            <Button size="sm" disabled={isChosen(id)} onClick={() => setChosen([...chosen, { id, title }])}>
              Add<span className="sr-only"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found?.length === 0 ? <p className="text-muted">No productions found.</p> : null}
      <ul aria-label="Chosen productions" className="flex flex-wrap gap-2 empty:hidden">
        {chosen.map(({ id, title }) => (
          <li key={id} className="flex items-center gap-2 rounded-md bg-sunken px-3 py-1">
            {title}
            <Button size="sm" variant="ghost" onClick={() => setChosen(chosen.filter((one) => one.id !== id))}>
              Remove<span className="sr-only"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
