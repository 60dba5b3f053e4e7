import type { Metadata } from "next";
import { findProduction, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { readListAddress } from "@/components/lists/list-address";
import { JobForm } from "@/components/productions/verification-jobs/job-form";
import { JOBS_PATH, productionHref } from "@/components/shell/addresses";
import { Card, CardBody } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { getPartner } from "@/lib/domain/parties/partners";
import { startJobAction } from "../actions";

export const metadata: Metadata = { title: "Start a verification job" };

/** Starts a verification job by hand. Its performers join the production in the address, if any. */
export default async function NewJobPage({ searchParams }: PageProps) {
  const ctx = await requirePortalUser("manage_records");
  const { production: id } = readListAddress(await searchParams, ["production"]);
  const [{ plan }, production] = await Promise.all([getPartner(ctx), id ? findProduction(id) : null]);
  return (
    <>
      <PageHeader
        title="Start a verification job"
        back={
          production
            ? { href: productionHref(production), label: production.title }
            : { href: JOBS_PATH, label: "Verification jobs" }
        }
        description={
          <>
            The same as <TextLink href="/docs/verification-jobs#startVerificationJob">an API call</TextLink>: we ask
            each performer to sign a release and show an ID.
          </>
        }
      />
      <Card className="max-w-2xl">
        <CardBody>
          <JobForm
            start={startJobAction}
            production={
              production && {
                id: production.id,
                title: production.title,
                day: production.productionDate.toISOString().slice(0, 10),
              }
            }
            billedTo={plan === "platform_pays" ? "platform_invoice" : "partner_card"}
          />
        </CardBody>
      </Card>
    </>
  );
}
