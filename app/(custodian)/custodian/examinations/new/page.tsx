import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { ExaminationForm } from "@/components/examinations/form";
import { Card, CardBody } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { newId } from "@/lib/platform/ids";
import { enterAction } from "../actions";

export const metadata: Metadata = { title: "Enter an examination" };

/** Enters who examines, under what, and when. The records come next. */
export default async function NewExaminationPage() {
  await requireCustodian();
  return (
    <>
      <PageHeader
        title="Enter an examination"
        back={{ href: "/custodian/examinations", label: "Examinations" }}
        description="For someone with authority to view records. You can’t change it later, only narrow or end it."
      />
      <Card className="max-w-3xl">
        <CardBody>
          <ExaminationForm enter={enterAction} id={newId()} />
        </CardBody>
      </Card>
    </>
  );
}
