import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { discardCheckedFileAction, importCheckedFileAction } from "@/app/(portal)/portal/content/actions";
import { requirePortalUser } from "@/app/session";
import { ImportProgress } from "@/components/content/import-progress";
import { PageHeader } from "@/components/ui/page-header";
import { getImport } from "@/lib/domain/content";
import { NotFound } from "@/lib/platform/errors";

export const metadata: Metadata = { title: "Import" };

type Props = { params: Promise<{ importId: string }> };

/** One import: its progress, counts and skipped rows. */
export default async function OneImportPage({ params }: Props) {
  const ctx = await requirePortalUser("manage_records");
  const { importId } = await params;
  const detail = await getImport(ctx, { partnerId: ctx.actor.partnerId, importId }).catch((error: unknown) => {
    if (error instanceof NotFound) notFound();
    throw error;
  });
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
