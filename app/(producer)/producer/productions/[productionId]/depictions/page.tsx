import { FileSpreadsheet, Images, ListPlus } from "lucide-react";
import type { Metadata } from "next";
import { findProduction, orNotFound } from "@/app/(producer)/producer/productions/production";
import { requireProducer } from "@/app/session";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { DepictionForm } from "@/components/productions/producer/depiction-form";
import { DepictionList } from "@/components/productions/producer/depiction-list";
import { CorrectionNote } from "@/components/productions/producer/facts";
import { isEditable } from "@/components/productions/producer/next-step";
import { productionHref } from "@/components/productions/producer/production-address";
import { Callout, EmptyState } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { counted, shortTitle } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { productionDepictionList } from "@/lib/domain/productions";
import { addDepictionAction, removeDepictionAction } from "./actions";

export const metadata: Metadata = { title: "Depictions" };

type Props = { params: Promise<{ productionId: string }>; searchParams: SearchParams };

/** What a production publishes, and three ways to add to it. */
export default async function DepictionsPage({ params, searchParams }: Props) {
  const ctx = await requireProducer();
  const { productionId } = await params;
  const { cursor, ...done } = readListAddress(await searchParams, ["cursor", "added", "unchanged"]);
  const production = await findProduction(productionId);
  const { rows, newer, older } = await orNotFound(
    productionDepictionList.read(ctx, { production: productionId, cursor }),
  );
  const mayEdit = isEditable(production);
  const href = productionHref(production, "depictions");
  const at = (to: string) => listHref(href, { cursor: to });
  return (
    <>
      <PageHeader
        title="Depictions"
        back={{ href: productionHref(production), label: shortTitle(production.title) }}
        description="Every video and image of this production that is published, with its URL. The sealed records list them."
        actions={
          mayEdit ? (
            <>
              <ButtonLink href={productionHref(production, "depictions/log")} icon={<ListPlus aria-hidden />}>
                Add from content log
              </ButtonLink>
              <ButtonLink href={productionHref(production, "depictions/import")} icon={<FileSpreadsheet aria-hidden />}>
                Import CSV
              </ButtonLink>
            </>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-8">
        <AddedNews {...done} />
        <CorrectionNote production={production} />
        <PageSection id="list" title={counted(production.depictionCount, "depiction")}>
          <DepictionList
            rows={rows}
            remove={mayEdit ? (id) => removeDepictionAction.bind(null, productionId, id) : null}
            empty={
              <EmptyState title="No depictions" icon={<Images aria-hidden />}>
                {mayEdit ? "Add one below, from the content log, or from a CSV file." : null}
              </EmptyState>
            }
          />
          <Pager {...pagesOf({ newer, older }, at)} />
        </PageSection>
        {mayEdit ? (
          <SectionCard id="add" title="Add a depiction" className="max-w-2xl">
            <DepictionForm add={addDepictionAction.bind(null, productionId)} day={production.productionDate} />
          </SectionCard>
        ) : null}
      </div>
    </>
  );
}

type AddedNewsProps = { added?: string; unchanged?: string };

/** How many depictions were just added, according to the URL. */
function AddedNews({ added = "", unchanged = "" }: AddedNewsProps) {
  if (!COUNT.test(added)) return null;
  return (
    <Callout tone="done">
      {counted(Number(added), "depiction")} added.
      {COUNT.test(unchanged) ? ` ${counted(Number(unchanged), "row")} unchanged: already in this production.` : null}
    </Callout>
  );
}

const COUNT = /^\d{1,5}$/;
