import type { Metadata } from "next";
import { discardCheckedFileAction, importCheckedFileAction } from "@/app/(portal)/portal/content/actions";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { ImportProgress } from "@/components/records/content/import-progress";
import { PageHeader } from "@/components/ui/page-header";
import { getImport } from "@/lib/domain/records/content";

export const metadata: Metadata = { title: "Import" };

/** One import: its progress, counts and skipped rows. */
export default async function OneImportPage({ params }: PageProps<"importId">) {
  const ctx = await requirePortalUser("manage_records");
  const { importId } = await params;
  const detail = await getImport(ctx, { partnerId: ctx.actor.partnerId, importId }).catch(orNotFound);
  return (
    <>
      <PageHeader
        back={{ href: "/portal/content/import", label: "Import content" }}
        title={<span className="break-all">{detail.state.fileName}</span>}
      />
      <ImportProgress
        initial={detail}
        start={importCheckedFileAction.bind(null, importId)}
        discard={discardCheckedFileAction.bind(null, importId)}
      />
    </>
  );
}
