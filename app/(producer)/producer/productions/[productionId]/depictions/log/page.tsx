import { Images } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findProduction, orNotFound } from "@/app/(producer)/producer/productions/production";
import { requireProducer } from "@/app/session";
import { Empty } from "@/components/lists/empty";
import { ListFilters } from "@/components/lists/filters";
import { listHref, pagesOf, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { LogPicker } from "@/components/productions/log-picker";
import { isEditable } from "@/components/productions/producer/next-step";
import { productionHref } from "@/components/productions/producer/production-address";
import { PageHeader } from "@/components/ui/page-header";
import { addableDepictionList } from "@/lib/domain/productions";
import { addLoggedAction } from "../actions";

export const metadata: Metadata = { title: "Add from the content log" };

type Props = { params: Promise<{ productionId: string }>; searchParams: SearchParams };

/** Records that platforms logged for the producer as their creator, to add to a production. */
export default async function AddFromLogPage({ params, searchParams }: Props) {
  const ctx = await requireProducer();
  const { productionId } = await params;
  const production = await findProduction(productionId);
  const back = productionHref(production, "depictions");
  if (!isEditable(production)) redirect(back);
  const sent = { ...(await searchParams), production: productionId };
  const { rows, newer, older, unread, address: asked } = await orNotFound(addableDepictionList.open(ctx, sent));
  const { production: _, ...address } = asked;
  const path = productionHref(production, "depictions/log");
  const at = (cursor: string | undefined) => listHref(path, { ...address, cursor });
  return (
    <>
      <PageHeader
        title="Add from the content log"
        back={{ href: back, label: "Depictions" }}
        description="Records that platforms logged for you as their creator, and that this production doesn’t have."
      />
      <div className="flex flex-col gap-4">
        <ListFilters
          path={path}
          address={address}
          unread={unread}
          search={{ label: "Title", placeholder: "Words of the title" }}
        />
        <LogPicker
          // A new page starts without the choices of the one before.
          key={at(address.cursor)}
          rows={rows.map(({ platform: from, ...row }) => ({ ...row, from }))}
          fromLabel="Platform"
          add={addLoggedAction.bind(null, productionId)}
          empty={
            <Empty
              path={path}
              address={address}
              empty={{
                title: "Nothing to add",
                icon: <Images aria-hidden />,
                children: "Content that a platform logs for you as its creator appears here.",
                noMatch: {
                  title: "No matching records",
                  children: "No record that you can add has these words in its title.",
                },
              }}
            />
          }
        />
        <Pager {...pagesOf({ newer, older }, at)} />
      </div>
    </>
  );
}
