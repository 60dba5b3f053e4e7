import { InlineLink } from "@/components/acts/parts";
import { Button } from "@/components/ui/button";
import { Field, Input } from "@/components/ui/field";
import { counted } from "@/components/ui/format";
import type { IndexLine } from "@/lib/domain/examinations";
import { type IndexName, scopeLabel } from "@/lib/domain/examinations/labels";
import { dayText } from "@/lib/platform/date-text";

const HINTS: Readonly<Record<IndexName, string>> = {
  names: "Any part of a legal name.",
  aliases: "Any part of a stage name or former name.",
  titles: "Any part of a title or web address, or a record id.",
};

type IndexTableProps = {
  token: string;
  index: IndexName;
  lines: readonly IndexLine[];
  next: string | null;
  q: string | undefined;
  /** Whose records these are, in the index by title. */
  personId: string | undefined;
  /** Whether it isn't the first page. */
  isLater: boolean;
};

/** A page of an index with its search. Plain links and a plain form: these pages work without scripts. */
export function IndexTable({ token, index, lines, next, q, personId, isLater }: IndexTableProps) {
  const path = `/examine/${token}/index/${index}`;
  const pageHref = (after: string | null) => {
    const asked = new URLSearchParams({
      ...(q && { q }),
      ...(personId && { person: personId }),
      ...(after && { after }),
    });
    return asked.size > 0 ? `${path}?${asked}` : path;
  };
  return (
    <>
      <search>
        <form action={path} className="flex flex-wrap items-end gap-3 print:hidden">
          {personId ? <input type="hidden" name="person" value={personId} /> : null}
          <Field name="q" label="Search" hint={HINTS[index]} className="min-w-0 max-w-md grow">
            <Input type="search" defaultValue={q} maxLength={2048} autoComplete="off" />
          </Field>
          <Button type="submit">Search</Button>
        </form>
      </search>
      {lines.length === 0 ? (
        <p className="text-muted">
          {q ? "Nothing in scope matches." : "Nothing in scope."}{" "}
          {q ? <InlineLink href={path}>Show everything</InlineLink> : null}
        </p>
      ) : (
        <ol className="flex flex-col rounded-lg border border-line bg-surface">
          {lines.map(({ id, text, about, kind, personId: person, records, productionDate }) => (
            <li
              key={`${kind} ${id}`}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-line border-b px-4 py-3 last:border-b-0"
            >
              <span className="wrap-anywhere min-w-0">
                <InlineLink
                  href={
                    kind ? `/examine/${token}/records/${kind}/${id}` : `/examine/${token}/index/titles?person=${person}`
                  }
                >
                  {text}
                </InlineLink>
                {about && !kind ? <span className="text-muted"> is {about}</span> : null}
              </span>
              <span className="text-muted text-sm">
                {kind
                  ? [scopeLabel(kind), about, productionDate && `produced ${dayText(productionDate)}`]
                      .filter(Boolean)
                      .join(", ")
                  : counted(records ?? 0, "record")}
              </span>
            </li>
          ))}
        </ol>
      )}
      {next || isLater ? (
        <nav aria-label="Pages" className="flex gap-6 print:hidden">
          {isLater ? <InlineLink href={pageHref(null)}>First page</InlineLink> : null}
          {next ? <InlineLink href={pageHref(next)}>Next page</InlineLink> : null}
        </nav>
      ) : null}
    </>
  );
}
