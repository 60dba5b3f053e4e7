"use client";

import { Bookmark } from "lucide-react";
import Link from "next/link";
import { createContext, type ReactNode, useContext } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { buttonStyles } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choices";
import { cn } from "@/components/ui/cn";
import { Field, fieldOf, Input } from "@/components/ui/field";
import { ErrorSummary, type FormState, SubmitButton, useFormAction } from "@/components/ui/form";
import { PopDetails } from "@/components/ui/pop-details";
import type { SavedFilter } from "@/lib/domain/parties/saved-filters";

type Act = (state: FormState, form: FormData) => Promise<FormState>;
type Change = (id: string, ...rest: Parameters<Act>) => ReturnType<Act>;

type Saved = {
  filters: readonly SavedFilter[];
  /** The lists whose filters can be saved. */
  paths: readonly string[];
  /** Whether the reader may save filters for the team. */
  mayShare: boolean;
  /** Gets the list's page and its query; the form has `name` and `shared`. */
  save: (path: string, query: string, ...rest: Parameters<Act>) => ReturnType<Act>;
  /** Both get the filter's id. */
  rename: Change;
  remove: Change;
};

const Context = createContext<Saved | null>(null);

/** Gives the lists in it their saved filters. */
export const SavedFilters = ({ children, ...saved }: Saved & { children: ReactNode }) => (
  <Context value={saved}>{children}</Context>
);

type SavedMenuProps = {
  path: string;
  /** The filters that are set, as a query. */
  query: string;
};

/** A list's saved filters, each a link, and a form that saves the current ones. Nothing while there is neither. */
export function SavedMenu({ path, query }: SavedMenuProps) {
  const saved = useContext(Context);
  if (!saved?.paths.includes(path)) return null;
  const here = saved.filters.filter((each) => each.path === path);
  const current = here.find((each) => each.query === query);
  if (here.length === 0 && !query) return null;
  const groups = [
    { label: "Yours", rows: here.filter(({ isShared }) => !isShared) },
    { label: "Your team’s", rows: here.filter(({ isShared }) => isShared) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <PopDetails
      className="-my-1 self-start"
      summaryClassName={cn(buttonStyles({ variant: "ghost", size: "sm" }), "-ml-3 max-w-80 cursor-pointer")}
      summary={
        <>
          <Bookmark aria-hidden className={cn(current && "fill-current")} />
          <span className="truncate">{current?.name ?? "Saved filters"}</span>
        </>
      }
    >
      <div className="absolute z-40 mt-1 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-3 rounded-md border border-line bg-surface p-3 shadow-raised">
        {groups.map(({ label, rows }) => (
          <section key={label} aria-label={label}>
            <p className="px-2 text-muted text-xs">{label}</p>
            <ul>
              {rows.map((row) => (
                <SavedRow
                  key={row.id}
                  row={row}
                  isCurrent={row === current}
                  rename={saved.rename.bind(null, row.id)}
                  remove={saved.remove.bind(null, row.id)}
                />
              ))}
            </ul>
          </section>
        ))}
        {query && !current ? <SaveForm mayShare={saved.mayShare} save={saved.save.bind(null, path, query)} /> : null}
      </div>
    </PopDetails>
  );
}

type SavedRowProps = { row: SavedFilter; isCurrent: boolean; rename: Act; remove: Act };

function SavedRow({ row, isCurrent, rename, remove }: SavedRowProps) {
  const { state, action, onSubmit, pending } = useFormAction(rename, {});
  return (
    <li className="flex flex-wrap items-center rounded-sm hover:bg-sunken">
      <Link
        href={hrefOf(row)}
        aria-current={isCurrent ? "true" : undefined}
        className={cn("wrap-anywhere min-w-0 flex-1 rounded-sm px-2 py-2 text-sm", isCurrent && "font-medium")}
      >
        {row.name}
      </Link>
      {row.isMine ? (
        <details className="open:basis-full open:px-2 open:pb-2">
          <summary className="cursor-pointer rounded-sm px-2 py-2 text-muted text-xs">
            Edit<span className="sr-only"> {row.name}</span>
          </summary>
          <div className="flex flex-col gap-2">
            <form action={action} onSubmit={onSubmit} className="flex flex-col gap-2">
              <Field {...fieldOf(state, "name")} id={`name-${row.id}`} label="Name">
                <Input maxLength={60} defaultValue={row.name} autoComplete="off" />
              </Field>
              <ErrorSummary message={state.message} />
              <SubmitButton size="sm" variant="secondary" loading={pending} className="self-start">
                Rename
              </SubmitButton>
            </form>
            <ActionForm
              action={remove}
              label={row.isShared ? "Delete for the team" : "Delete"}
              variant="ghost"
              size="sm"
            />
          </div>
        </details>
      ) : null}
    </li>
  );
}

const hrefOf = ({ path, query }: SavedFilter): string => `${path}?${query}`;

function SaveForm({ mayShare, save }: { mayShare: boolean; save: Act }) {
  const { state, action, onSubmit, pending } = useFormAction(save, {});
  return (
    <form
      action={action}
      onSubmit={onSubmit}
      className="flex flex-col gap-3 not-first:border-line not-first:border-t not-first:pt-3"
    >
      <Field {...fieldOf(state, "name")} id="saved-name" label="Save these filters as">
        <Input maxLength={60} autoComplete="off" defaultValue={state.values?.name} />
      </Field>
      <ErrorSummary message={state.message} />
      {mayShare ? <Checkbox name="shared" label="For the whole team" /> : null}
      <SubmitButton size="sm" loading={pending} className="self-start">
        Save filters
      </SubmitButton>
    </form>
  );
}
