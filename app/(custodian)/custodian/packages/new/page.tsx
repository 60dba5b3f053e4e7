import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { PackageForm } from "@/components/examinations/form";
import { Card, CardBody } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { newId } from "@/lib/platform/ids";
import { enterPackageAction } from "../actions";

export const metadata: Metadata = { title: "Enter a request" };

/** Enters who asks for records, under what and why. The records come next. */
export default async function NewPackagePage() {
  await requireCustodian();
  return (
    <>
      <PageHeader
        title="Enter a request"
        back={{ href: "/custodian/packages", label: "Packages" }}
        description="For someone with authority to get copies of records. You can’t change it later."
      />
      <Card className="max-w-3xl">
        <CardBody>
          <PackageForm enter={enterPackageAction} id={newId()} />
        </CardBody>
      </Card>
    </>
  );
}
