import type { Metadata } from "next";
import type { PageProps } from "@/app/(portal)/portal/page-props";
import { requirePortalUser } from "@/app/session";
import { LookedThrough, NoContent } from "@/components/content/no-content";
import { AddMatches } from "@/components/productions/add-matches";
import { LogPicker } from "@/components/productions/log-picker";
import { addDepictionsHref, productionHref } from "@/components/productions/production-address";
import { SearchInput } from "@/components/ui/filter-form";
import { FilterBar, FilterText } from "@/components/ui/filters";
import { listHref, unreadNames } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listContent } from "@/lib/domain/content";
import { CONTENT_FILTERS, ContentPageQuery } from "@/lib/domain/content/lists/schemas";
import { addLoggedAction, addMatchesAction } from "../../actions";
import { findProduction } from "../find-production";

export const metadata: Metadata = { title: "Add depictions" };

/** Adds records of the partner's own content log to a production. */
export default async function AddDepictionsPage({ params, searchParams }: PageProps<"productionId">) {
  const ctx = await requirePortalUser("manage_records");
  const production = await findProduction((await params).productionId);
  const sent = await searchParams;
  const { copy: _, removed: __, ...address } = ContentPageQuery.parse(sent);
  const { rows, newer, older, lookedThrough } = await listContent(ctx, { ...address, removed: "no" });
  const path = addDepictionsHref(production);
  const unread = unreadNames(sent, CONTENT_FILTERS, ContentPageQuery.parse(sent));
  const { cursor: ___, q, ...others } = address;
  const active = Object.values(others).filter(Boolean).length;
  const at = (cursor: string) => listHref(path, { ...address, cursor });
  return (
    <>
      <PageHeader
        title="Add depictions"
        back={{ href: productionHref(production), label: production.title }}
        description="Choose records of your content log. A production has each URL once."
      />
      <div className="flex flex-col gap-4">
        <FilterBar
          path={path}
          active={active}
          clearHref={(q || active + unread.length > 0) && path}
          unread={unread}
          search={
            <SearchInput listed={q} label="Title, URL or content id" placeholder="Words, or the start of an id" />
          }
        >
          <FilterText
            param="creator"
            listed={address.creator}
            label="Creator"
            placeholder="Your user id, email or account id"
            className="col-span-2 md:w-60"
          />
          <FilterText param="from" listed={address.from} label="Produced from" type="date" className="md:w-40" />
          <FilterText param="to" listed={address.to} label="Produced until" type="date" className="md:w-40" />
        </FilterBar>
        <LogPicker
          // A new page starts without the choices of the one before.
          key={JSON.stringify(address)}
          rows={rows.map(({ id, title, contentUrl: url, creator, productionDate }) => ({
            ...{ id, title, url, productionDate },
            from: creator.externalUserId,
          }))}
          fromLabel="Creator"
          add={addLoggedAction.bind(null, production.id)}
          empty={<NoContent page={{ rows, newer, older, lookedThrough }} address={address} />}
        />
        {rows.length > 0 && (newer || older || q || active > 0) ? (
          <AddMatches
            address={address}
            isSearch={Boolean(q) || active > 0}
            add={addMatchesAction.bind(null, production.id)}
          />
        ) : null}
        {lookedThrough && rows.length > 0 ? <LookedThrough at={lookedThrough} /> : null}
        <Pager newer={newer && at(newer)} older={older && at(older)} />
      </div>
    </>
  );
}
