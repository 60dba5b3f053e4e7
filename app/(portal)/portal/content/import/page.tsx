import type { Metadata } from "next";
import { offerUploadAction, startImportAction } from "@/app/(portal)/portal/content/actions";
import { requirePortalUser } from "@/app/session";
import { ImportFormat } from "@/components/records/content/import-format";
import { ImportList } from "@/components/records/content/import-list";
import { ImportUpload } from "@/components/records/content/import-upload";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { TitledCard } from "@/components/ui/section";
import { listImports } from "@/lib/domain/records/content";

export const metadata: Metadata = { title: "Import content" };

/** Imports older records from a file: the upload, the format, and earlier imports. */
export default async function ImportPage() {
  const ctx = await requirePortalUser("manage_records");
  const imports = await listImports(ctx);
  return (
    <>
      <PageHeader
        back={{ href: "/portal/content", label: "Content" }}
        title="Import content"
        description="Import what you published before. We check each record like a log call and keep its production date."
      />
      <div className="flex flex-col gap-6">
        <TitledCard title="Upload a file" description="We check it first. Nothing is imported until you confirm.">
          <ImportUpload offer={offerUploadAction} start={startImportAction} />
        </TitledCard>
        <ImportFormat />
        {imports.length > 0 ? (
          <PageSection id="imports" title="Earlier imports">
            <ImportList imports={imports} />
          </PageSection>
        ) : null}
      </div>
    </>
  );
}
