import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { renewAction } from "@/app/(producer)/producer/productions/[productionId]/seal/actions";
import { findProduction, orNotFound } from "@/app/(producer)/producer/productions/production";
import { requireProducer } from "@/app/session";
import { renewableOf } from "@/components/productions/producer/next-step";
import { productionHref } from "@/components/productions/producer/production-address";
import { SealForm } from "@/components/productions/producer/seal-form";
import { Callout } from "@/components/ui/callout";
import { shortTitle } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { readRenewalStatement } from "@/lib/domain/productions/certificates";
import { clock } from "@/lib/platform/clock";

export const metadata: Metadata = { title: "Renew the certificate" };

type Props = { params: Promise<{ productionId: string }>; searchParams: Promise<{ changed?: string | string[] }> };

/** What the producer certifies once a year, and the act. */
export default async function RenewPage({ params, searchParams }: Props) {
  const ctx = await requireProducer();
  const { productionId } = await params;
  const { changed } = await searchParams;
  const production = await findProduction(productionId);
  const now = clock.now();
  const current = renewableOf(production, now);
  // It shows what else to do.
  if (!current) redirect(productionHref(production, "certificate"));
  const statement = await orNotFound(readRenewalStatement(ctx, productionId));
  return (
    <>
      <PageHeader
        title="Renew the certificate"
        back={{ href: productionHref(production), label: shortTitle(production.title) }}
        description={
          <>
            {current.expiresAt <= now ? "It ended" : "It ends"} <Time at={current.expiresAt} as="date" />. The new one
            lasts a year from today and covers the same sealed records.
          </>
        }
      />
      <div className="flex max-w-3xl flex-col gap-8">
        {production.hasUnsealedChanges ? (
          <Callout title="You changed the records since the last seal">
            A renewal doesn’t cover your corrections. To certify them,{" "}
            <TextLink href={productionHref(production)}>reissue the certificate</TextLink> instead.
          </Callout>
        ) : null}
        <SealForm
          action={renewAction.bind(null, productionId)}
          statement={statement.text}
          shown={statement.shown}
          hasChanged={changed !== undefined}
          label="Certify and renew"
          pendingLabel="Renewing…"
        >
          We record your name, the time, your network address and your browser. Linked platforms get the new
          certificate.
        </SealForm>
      </div>
    </>
  );
}
