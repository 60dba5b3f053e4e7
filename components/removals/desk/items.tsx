import Link from "next/link";
import { recordTitle } from "@/components/removals/takedowns/takedown";
import { requestHref } from "@/components/shell/addresses";
import { buttonStyles } from "@/components/ui/button";
import { SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { counted, latestText } from "@/components/ui/format";
import { KeyHint } from "@/components/ui/hotkeys";
import type { RequestItem, ViewedRequest } from "@/lib/domain/removals/custody";
import { FOUND_BY_LABELS, KIND_LABELS } from "@/lib/domain/removals/labels";
import { ItemStatus } from "./request-status";

type ItemsProps = { request: ViewedRequest; selected: RequestItem | undefined };

/** The records of a request. The selected one is shown beside the claim. */
export function Items({ request, selected }: ItemsProps) {
  const { rows, total } = request.items;
  const open = rows.filter(({ status }) => status === "open").length;
  const at = rows.findIndex(({ id }) => id === selected?.id);
  return (
    <SectionCard
      id="records"
      title="Matched records"
      description={
        <>
          {open > 0 ? `${counted(open, "record")} to decide. ` : null}
          {latestText(rows.length, total)}
        </>
      }
      actions={
        rows.length > 1 ? (
          <>
            <StepLink label="Previous record" keys="k" to={hrefOf(request, rows[at - 1])} />
            <StepLink label="Next record" keys="j" to={hrefOf(request, rows[at + 1])} />
          </>
        ) : null
      }
    >
      {rows.length === 0 ? (
        <p className="text-muted">
          Nothing matches yet. We look for what the claimant named for a year. You can attach a record by its id.
        </p>
      ) : (
        <ol className="-mx-2 flex max-h-96 flex-col overflow-y-auto">
          {rows.map((item) => (
            <li key={item.id}>
              <Row request={request} item={item} isSelected={item.id === selected?.id} />
            </li>
          ))}
        </ol>
      )}
    </SectionCard>
  );
}

const hrefOf = (request: ViewedRequest, item: RequestItem | undefined): string | null =>
  item ? requestHref(request, { item: item.id }) : null;

type StepLinkProps = { label: string; keys: string; to: string | null };

/** A link to the record or request before or after. Opening one writes to the ledger, so it isn't prefetched. */
export const StepLink = ({ label, keys, to }: StepLinkProps) =>
  to ? (
    <Link
      href={to}
      prefetch={false}
      scroll={false}
      aria-keyshortcuts={keys}
      className={buttonStyles({ variant: "secondary", size: "sm" })}
    >
      {label} <KeyHint name={keys} />
    </Link>
  ) : null;

type RowProps = { request: ViewedRequest; item: RequestItem; isSelected: boolean };

const Row = ({ request, item, isSelected }: RowProps) => (
  <Link
    href={requestHref(request, { item: item.id })}
    prefetch={false}
    scroll={false}
    aria-current={isSelected ? "true" : undefined}
    className={cn(
      "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md p-2 hover:bg-sunken focus-visible:-outline-offset-2",
      isSelected && "bg-accent-soft hover:bg-accent-soft",
    )}
  >
    <span className="flex min-w-0 flex-wrap gap-x-3">
      <span className="wrap-anywhere line-clamp-2 font-medium">{recordTitle(item)}</span>
      <span className="text-muted">
        {[KIND_LABELS[item.kind], item.partnerName, FOUND_BY_LABELS[item.foundBy]].filter(Boolean).join(" · ")}
      </span>
    </span>
    <ItemStatus status={item.status} />
  </Link>
);
