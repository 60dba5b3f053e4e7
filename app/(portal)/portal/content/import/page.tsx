import type { Metadata } from "next";
import { beginImport, offerUpload } from "@/app/(portal)/portal/content/actions";
import { requirePortalUser } from "@/app/session";
import { ImportFormat } from "@/components/content/import-format";
import { ImportList } from "@/components/content/import-list";
import { ImportUpload } from "@/components/content/import-upload";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { listImports } from "@/lib/domain/content";

export const metadata: Metadata = { title: "Import content" };

/** Records that a partner brings along from elsewhere: a file, what it must look like, and the imports before. */
export default async function ImportPage() {
  const ctx = await requirePortalUser("manage_records");
  const imports = await listImports(ctx);
  return (
    <>
      <PageHeader
        back={{ href: "/portal/content", label: "Content" }}
        title="Import content"
        description="Bring in what you published before. Each record is checked as a log call is, and keeps the date it was produced."
      />
      <div className="flex flex-col gap-6">
        <Card as="section">
          <CardHeader
            title="A file of records"
            description="It is checked first. Nothing is written until you have seen the result and say so."
          />
          <CardBody>
            <ImportUpload offer={offerUpload} begin={beginImport} />
          </CardBody>
        </Card>
        <ImportFormat />
        {imports.length > 0 ? (
          <section aria-labelledby="imports" className="flex flex-col gap-3">
            <h2 id="imports" className="font-semibold text-base">
              Earlier imports
            </h2>
            <ImportList imports={imports} />
          </section>
        ) : null}
      </div>
    </>
  );
}
