import Link from "next/link";
import { recordTitle } from "@/components/removals/takedowns/takedown";
import { requestHref } from "@/components/shell/addresses";
import { cn } from "@/components/ui/cn";
import { counted, latestText } from "@/components/ui/format";
import type { RequestItem, ViewedRequest } from "@/lib/domain/removals/custody";
import { FOUND_BY_LABELS, KIND_LABELS } from "@/lib/domain/removals/labels";
import { ItemStatus } from "./request-status";

type ItemsProps = { request: ViewedRequest; selected: RequestItem | undefined };

/** The records of a request. The selected one is shown beside the claim. */
export function Items({ request, selected }: ItemsProps) {
  const { rows, total } = request.items;
  const open = rows.filter(({ status }) => status === "open").length;
  return (
    <section aria-labelledby="records" className="rounded-lg border border-line bg-surface px-4 py-3">
      <h2 id="records" className="font-semibold text-base">
        Matched records
        <span className="ml-2 font-normal text-muted text-sm">
          {open > 0 ? `${counted(open, "record")} to decide. ` : null}
          {latestText(rows.length, total)}
        </span>
      </h2>
      {rows.length === 0 ? (
        <p className="text-muted">
          Nothing matches yet. We look for what the claimant named for a year. You can attach a record by its id.
        </p>
      ) : (
        <ol className="-mx-2 mt-1 flex max-h-28 flex-col overflow-y-auto">
          {rows.map((item) => (
            <li key={item.id}>
              <Row request={request} item={item} isSelected={item.id === selected?.id} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

type RowProps = { request: ViewedRequest; item: RequestItem; isSelected: boolean };

const Row = ({ request, item, isSelected }: RowProps) => (
  <Link
    href={requestHref(request, { item: item.id })}
    prefetch={false}
    scroll={false}
    aria-current={isSelected ? "true" : undefined}
    className={cn(
      "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md px-2 py-1 hover:bg-sunken focus-visible:-outline-offset-2",
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
