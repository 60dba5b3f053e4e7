import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { recordTitle } from "@/components/removals/takedowns/takedown";
import { requestHref } from "@/components/shell/addresses";
import { cn } from "@/components/ui/cn";
import { counted, latestText } from "@/components/ui/format";
import type { RequestItem, ViewedRequest } from "@/lib/domain/removals/custody";
import { foundByText, KIND_LABELS } from "@/lib/domain/removals/labels";
import { FalseMatches } from "./false-matches";
import { heightOf } from "./long-list";
import { ItemStatus } from "./request-status";
import type { Group, selectionOf } from "./selection";

type ItemsProps = {
  request: ViewedRequest;
  selection: ReturnType<typeof selectionOf>;
  /** Removes the false match of an item. Null while nothing can be changed. */
  removeFalse: ComponentProps<typeof FalseMatches>["remove"];
};

/** The records of a request. The selected one is shown beside the claim. Those that look alike are one row, which opens to them. */
export function Items({ request, selection, removeFalse }: ItemsProps) {
  const { rows, total } = request.items;
  const { groups, item: selected, alike, isTogether } = selection;
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
        <ol
          className={cn(
            "-mx-2 mt-1 flex flex-col",
            heightOf(groups.length + (alike && !isTogether ? alike.length : 0)),
          )}
        >
          {groups.map((group) => (
            <li key={group[0].id}>
              {group.length === 1 ? (
                <Row request={request} item={group[0]} isSelected={group[0] === selected} />
              ) : (
                <ClusterRow request={request} group={group} isSelected={group === alike && isTogether} />
              )}
              {group === alike && !isTogether ? (
                <ol className="ml-4 flex flex-col border-line border-l pl-2">
                  {alike.map((item) => (
                    <li key={item.id}>
                      <Row request={request} item={item} isSelected={!isTogether && item === selected} />
                    </li>
                  ))}
                </ol>
              ) : null}
            </li>
          ))}
        </ol>
      )}
      <FalseMatches items={rows} remove={removeFalse} />
    </section>
  );
}

type RowProps = { request: ViewedRequest; item: RequestItem; isSelected: boolean };

const Row = ({ request, item, isSelected }: RowProps) => (
  <RowLink href={requestHref(request, { item: item.id })} isSelected={isSelected} status={item.status}>
    <span className="wrap-anywhere line-clamp-2 font-medium">{recordTitle(item)}</span>
    <span className="text-muted">
      {[
        KIND_LABELS[item.kind],
        item.partnerName,
        foundByText(item.foundBy, request),
        item.distance === null ? null : `${item.distance} bits`,
      ]
        .filter(Boolean)
        .join(" · ")}
    </span>
  </RowLink>
);

type ClusterRowProps = { request: ViewedRequest; group: Group; isSelected: boolean };

/** Records that look alike, as one row. */
function ClusterRow({ request, group, isSelected }: ClusterRowProps) {
  const [first] = group;
  const platforms = new Set(group.map(({ partnerName }) => partnerName));
  return (
    <RowLink href={requestHref(request, { item: first.id, all: "1" })} isSelected={isSelected} status={first.status}>
      <span className="font-medium">{group.length} records look alike</span>
      <span className="text-muted">
        {[recordTitle(first), `and ${group.length - 1} more`].join(" ")} · {counted(platforms.size, "platform")}
      </span>
    </RowLink>
  );
}

type RowLinkProps = { href: string; isSelected: boolean; status: RequestItem["status"]; children: ReactNode };

const RowLink = ({ href, isSelected, status, children }: RowLinkProps) => (
  <Link
    href={href}
    prefetch={false}
    scroll={false}
    aria-current={isSelected ? "true" : undefined}
    className={cn(
      "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-md px-2 py-1 hover:bg-sunken focus-visible:-outline-offset-2",
      isSelected && "bg-accent-soft hover:bg-accent-soft",
    )}
  >
    <span className="flex min-w-0 flex-wrap gap-x-3">{children}</span>
    <ItemStatus status={status} />
  </Link>
);
