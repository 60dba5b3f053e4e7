import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findProduction, orNotFound } from "@/app/(producer)/producer/productions/production";
import { requireProducer } from "@/app/session";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { DepictionList } from "@/components/productions/producer/depiction-list";
import { isSealable, stageOf } from "@/components/productions/producer/next-step";
import { productionHref } from "@/components/productions/producer/production-address";
import { SealContents, Sealing } from "@/components/productions/producer/seal-contents";
import { SealForm } from "@/components/productions/producer/seal-form";
import { Callout } from "@/components/ui/callout";
import { counted, shortTitle } from "@/components/ui/format";
import { TextLink } from "@/components/ui/link";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { countUnhashed, productionDepictionList, readSealStatement } from "@/lib/domain/productions";
import { clock } from "@/lib/platform/clock";
import { sealAction } from "./actions";

export const metadata: Metadata = { title: "Seal the records" };

type Props = { params: Promise<{ productionId: string }>; searchParams: SearchParams };

/** What the producer certifies, the act, and the wait until the records are sealed. */
export default async function SealPage({ params, searchParams }: Props) {
  const ctx = await requireProducer();
  const { productionId } = await params;
  const { changed, cursor } = readListAddress(await searchParams, ["changed", "cursor"]);
  const production = await findProduction(productionId);
  const stage = stageOf(production, clock.now());
  const back = { href: productionHref(production), label: shortTitle(production.title) };
  const isReissue = production.package !== null;
  if (stage === "sealing" && production.sealing) {
    return (
      <>
        <PageHeader title="Sealing the records" back={back} />
        <Sealing since={production.sealing.requestedAt} />
      </>
    );
  }
  if (!isSealable(stage, production)) redirect(isSealed(stage) ? productionHref(production, "certificate") : back.href);
  const statement = await orNotFound(readSealStatement(ctx, productionId));
  const { rows, newer, older } = await orNotFound(
    productionDepictionList.read(ctx, { production: productionId, cursor }),
  );
  const unhashed = await orNotFound(countUnhashed(ctx, productionId));
  const at = (to: string) => listHref(productionHref(production, "seal"), { cursor: to });
  return (
    <>
      <PageHeader
        title={isReissue ? "Reissue the certificate" : "Seal the records"}
        back={back}
        description={
          isReissue
            ? "Your corrections are sealed in a new package. A new certificate replaces the current one."
            : "You certify the records once. We seal them and issue your certificate."
        }
      />
      <div className="flex max-w-3xl flex-col gap-8">
        {stage === "failed" ? (
          <Callout tone="harm" title="We couldn’t seal the records">
            <span className="wrap-anywhere">{production.failure?.text}</span>
          </Callout>
        ) : null}
        <SealContents production={production} />
        <PageSection id="depictions" title="Depictions">
          {unhashed > 0 ? (
            <Callout tone="waiting" title={`${counted(unhashed, "depiction")} without a SHA-256`}>
              The records can’t prove which file was at the URL. To add a hash,{" "}
              <TextLink href={productionHref(production, "depictions")}>remove the depiction and add it again</TextLink>
              . You can also seal without it.
            </Callout>
          ) : null}
          <DepictionList rows={rows} remove={null} empty={null} />
          <Pager {...pagesOf({ newer, older }, at)} />
        </PageSection>
        <SealForm
          action={sealAction.bind(null, productionId)}
          statement={statement.text}
          shown={statement.shown}
          hasChanged={changed !== undefined}
          label={isReissue ? "Certify and reissue" : "Certify and seal"}
          pendingLabel="Certifying…"
        >
          We record your name, the time, your network address and your browser. You can correct the records later, and
          seal them again.
        </SealForm>
      </div>
    </>
  );
}

const isSealed = (stage: string): boolean => ["documented", "ending", "ended"].includes(stage);
