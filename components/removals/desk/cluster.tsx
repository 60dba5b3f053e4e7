import Link from "next/link";
import { recordTitle } from "@/components/removals/takedowns/takedown";
import { requestHref } from "@/components/shell/addresses";
import { SectionCard } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import type { ViewedRequest } from "@/lib/domain/removals/custody";
import { heightOf } from "./long-list";
import { ItemStatus } from "./request-status";
import { likenessOf, nearText } from "./resemblance";
import type { Group } from "./selection";

type ClusterProps = { request: Pick<ViewedRequest, "id">; alike: Group };

/** Records that look alike, as one decision is about them. Each opens alone. */
export const Cluster = ({ request, alike }: ClusterProps) => (
  <SectionCard
    id="alike"
    title={`${alike.length} records look alike`}
    description={`What you decide is about all of them. The releases and consents below are those of “${recordTitle(alike[0])}”: open the others for theirs.`}
  >
    <ol className={cn("flex flex-col", heightOf(alike.length))}>
      {alike.map((item) => (
        <li
          key={item.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-2 last:border-b-0"
        >
          <span className="min-w-0">
            <Link
              href={requestHref(request, { item: item.id })}
              prefetch={false}
              scroll={false}
              className="wrap-anywhere font-medium underline underline-offset-4"
            >
              {recordTitle(item)}
            </Link>
            <span className="block text-muted text-xs">
              {item.partnerName}
              {item.distance === null ? null : ` · Like ${nearText(item)}: ${likenessOf(item)}`}
            </span>
          </span>
          <ItemStatus status={item.status} />
        </li>
      ))}
    </ol>
  </SectionCard>
);
