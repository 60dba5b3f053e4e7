import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { ProvisionForm } from "@/components/accounts/provision-form";
import { Card, CardBody } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { lastProvisioned } from "@/lib/domain/accounts/roster";
import { provisionAction } from "../actions";

export const metadata: Metadata = { title: "Provision a creator" };

/** Provisions one creator by hand. */
export default async function ProvisionPage() {
  const ctx = await requirePortalUser("manage_records");
  return (
    <>
      <PageHeader
        title="Provision a creator"
        back={{ href: "/portal/creators", label: "Creators" }}
        description={
          <>
            The same as <TextLink href="/docs/solo-accounts#provisionSoloAccount">an API call</TextLink>: we email the
            creator, and you get a link to send them.
          </>
        }
      />
      <Card className="max-w-2xl">
        <CardBody>
          <ProvisionForm provision={provisionAction} suggested={await lastProvisioned(ctx)} />
        </CardBody>
      </Card>
    </>
  );
}
