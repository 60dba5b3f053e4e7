import type { Metadata } from "next";
import { requireProducer, requireSession } from "@/app/session";
import { ProducerNameForm } from "@/components/parties/producers/name-form";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { partnersOfProducer } from "@/lib/domain/parties/producers";
import { renameProducerAction } from "./actions";

export const metadata: Metadata = { title: "Producer account" };

/** The producer's name, and the partners they can link productions to. */
export default async function ProducerAccountPage() {
  const { actor } = await requireProducer();
  const { user, producer } = await requireSession();
  const partners = await partnersOfProducer(actor.producerId);
  return (
    <>
      <PageHeader
        title="Producer account"
        description={
          <>
            Manage passkeys and sessions of <span className="break-all">{user.email}</span> in{" "}
            <TextLink href="/account">account settings</TextLink>.
          </>
        }
      />
      <div className="flex max-w-2xl flex-col gap-8">
        <Card as="section">
          <CardHeader title="Name" description="New seals print this name. Sealed records keep the name they have." />
          <CardBody>
            <ProducerNameForm rename={renameProducerAction} name={producer?.name ?? ""} />
          </CardBody>
        </Card>
        <Card as="section">
          <CardHeader
            title="Platforms"
            description="You accepted their invitations. You choose which productions each one sees."
          />
          <CardBody>
            {partners.length === 0 ? (
              <p className="text-muted">No platform yet. A platform that works with you sends you an invitation.</p>
            ) : (
              <ul className="flex flex-col divide-y divide-line">
                {partners.map(({ id, name, joinedAt }) => (
                  <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
                    <span className="wrap-anywhere font-medium">{name}</span>
                    <span className="text-muted">
                      Since <Time at={joinedAt} as="date" />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </CardBody>
        </Card>
      </div>
    </>
  );
}
