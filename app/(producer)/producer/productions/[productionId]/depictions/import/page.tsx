import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findProduction } from "@/app/(producer)/producer/productions/production";
import { CsvForm, CsvFormat, CsvReport } from "@/components/productions/producer/csv-import";
import { CorrectionNote } from "@/components/productions/producer/facts";
import { isEditable } from "@/components/productions/producer/next-step";
import { productionHref } from "@/components/productions/producer/production-address";
import { PageHeader } from "@/components/ui/page-header";
import { findReport } from "./report";

export const metadata: Metadata = { title: "Import depictions" };

type Props = { params: Promise<{ productionId: string }> };

/** Adds depictions from a CSV file. Shows what was wrong with the file that was just sent. */
export default async function ImportDepictionsPage({ params }: Props) {
  const production = await findProduction((await params).productionId);
  const back = productionHref(production, "depictions");
  if (!isEditable(production)) redirect(back);
  const report = await findReport(production.id);
  return (
    <>
      <PageHeader
        title="Import depictions"
        back={{ href: back, label: "Depictions" }}
        description="Add many at once. We add all rows of the file, or none."
      />
      <div className="flex max-w-3xl flex-col gap-6">
        {report ? <CsvReport report={report} /> : null}
        <CorrectionNote production={production} />
        <CsvForm address={`${productionHref(production, "depictions/import")}/file`} />
        <CsvFormat />
      </div>
    </>
  );
}
