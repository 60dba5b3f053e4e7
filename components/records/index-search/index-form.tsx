"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useTransition } from "react";
import { UnreadNote } from "@/components/lists/filters";
import { listHref } from "@/components/lists/list-address";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { useHotkey } from "@/components/ui/hotkeys";
import { ButtonLink } from "@/components/ui/link";

type IndexFormProps = {
  path: string;
  values: Readonly<Record<string, string | undefined>>;
  active: boolean;
  /** Names of filters in the URL that couldn't be read. */
  unread: readonly string[];
};

/** The search form of the index. It searches on submit, not while typing, because each search is recorded. */
export function IndexForm({ path, values, active, unread }: IndexFormProps) {
  const router = useRouter();
  const name = useRef<HTMLInputElement>(null);
  const [pending, startTransition] = useTransition();
  useHotkey("/", () => name.current?.focus());

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const sent = [...new FormData(event.currentTarget)].map(([field, value]) => [field, String(value).trim()]);
    startTransition(() => router.push(listHref(path, Object.fromEntries(sent))));
  }

  return (
    <search aria-label="The index">
      <form
        action={path}
        onSubmit={search}
        // Resets the fields when the search changes, also by the back button.
        key={JSON.stringify(values)}
        className="grid grid-cols-2 items-end gap-3 md:flex md:flex-wrap"
      >
        <Field name="name" label="Performer" className="col-span-2 md:w-72 md:flex-1">
          <Input
            ref={name}
            type="search"
            defaultValue={values.name}
            placeholder="Legal name, alias or part of one"
            autoComplete="off"
            spellCheck={false}
            aria-keyshortcuts="/"
          />
        </Field>
        <Field name="q" label="Title, URL, hash or id" className="col-span-2 md:w-72 md:flex-1">
          <Input
            type="search"
            defaultValue={values.q}
            placeholder="Words, a URL, a SHA-256 or an id"
            autoComplete="off"
          />
        </Field>
        <span className="hidden basis-full md:block" aria-hidden />
        <Field name="from" label="Produced from" className="md:w-44">
          <Input type="date" defaultValue={values.from} />
        </Field>
        <Field name="to" label="Produced until" className="md:w-44">
          <Input type="date" defaultValue={values.to} />
        </Field>
        <Button type="submit" variant="primary" loading={pending} icon={<Search aria-hidden />}>
          Search
        </Button>
        {active || unread.length > 0 ? (
          <ButtonLink href={path} variant="ghost">
            Clear
          </ButtonLink>
        ) : null}
        <UnreadNote names={unread} />
      </form>
    </search>
  );
}
