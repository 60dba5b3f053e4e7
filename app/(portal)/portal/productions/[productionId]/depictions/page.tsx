import type { Metadata } from "next";
import { findProduction, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { CREATOR, days, ListFilters } from "@/components/lists/filters";
import { countFilters, listHref } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { AddMatches } from "@/components/productions/add-matches";
import { LogPicker } from "@/components/productions/log-picker";
import { LookedThrough, NoContent } from "@/components/records/content/no-content";
import { addDepictionsHref, productionHref } from "@/components/shell/addresses";
import { PageHeader } from "@/components/ui/page-header";
import { contentList } from "@/lib/domain/records/content";
import { addLoggedAction, addMatchesAction } from "../../actions";

export const metadata: Metadata = { title: "Add depictions" };

/** Adds records of the partner's own content log to a production. */
export default async function AddDepictionsPage({ params, searchParams }: PageProps<"productionId">) {
  const ctx = await requirePortalUser("manage_records");
  const production = await findProduction((await params).productionId);
  const list = await contentList.open(ctx, { ...(await searchParams), copy: undefined, removed: "no" });
  const { rows, newer, older, lookedThrough, unread } = list;
  const { removed: _, ...address } = list.address;
  const path = addDepictionsHref(production);
  const isSearch = countFilters(address) > 0;
  const at = (cursor: string) => listHref(path, { ...address, cursor });
  return (
    <>
      <PageHeader
        title="Add depictions"
        back={{ href: productionHref(production), label: production.title }}
        description="Choose records of your content log. A production has each URL once."
      />
      <div className="flex flex-col gap-4">
        <ListFilters
          path={path}
          address={address}
          unread={unread}
          search={{ label: "Title, URL or content id", placeholder: "Words, or the start of an id" }}
          controls={{ creator: CREATOR, ...days("Produced") }}
        />
        <LogPicker
          // A new page starts without the choices of the one before.
          key={JSON.stringify(address)}
          rows={rows.map(({ id, title, contentUrl: url, creator, productionDate }) => ({
            ...{ id, title, url, productionDate },
            from: creator.externalUserId,
          }))}
          fromLabel="Creator"
          add={addLoggedAction.bind(null, production.id)}
          empty={<NoContent lookedThrough={lookedThrough} address={address} />}
        />
        {rows.length > 0 && (newer || older || isSearch) ? (
          <AddMatches address={address} isSearch={isSearch} add={addMatchesAction.bind(null, production.id)} />
        ) : null}
        {lookedThrough && rows.length > 0 ? <LookedThrough at={lookedThrough} /> : null}
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}
