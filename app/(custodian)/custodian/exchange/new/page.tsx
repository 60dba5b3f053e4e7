import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { SourceForm } from "@/components/removals/exchange/source-form";
import { EXCHANGE_PATH } from "@/components/shell/addresses";
import { Card, CardBody } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { addSourceAction } from "../actions";

export const metadata: Metadata = { title: "Add a source" };

/** A new source of hashes. */
export default async function NewSourcePage() {
  await requireCustodian();
  return (
    <>
      <PageHeader title="Add a source" back={{ href: EXCHANGE_PATH, label: "Hash exchange" }} />
      <Card className="max-w-2xl">
        <CardBody>
          <SourceForm add={addSourceAction} />
        </CardBody>
      </Card>
    </>
  );
}
