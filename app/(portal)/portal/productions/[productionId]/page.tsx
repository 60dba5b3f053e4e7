import type { Metadata } from "next";
import { findProduction, orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { listHref, readListAddress } from "@/components/lists/list-address";
import { PageWatch } from "@/components/live/page-watch";
import { Certificates } from "@/components/productions/certificates";
import { LinkedChecklist } from "@/components/productions/linked-checklist";
import { NextStep } from "@/components/productions/next-step";
import { ProductionFacts, ProductionStatus, SealedPackage } from "@/components/productions/production";
import {
  ProductionDepictions,
  ProductionPerformers,
  ProductionScenes,
} from "@/components/productions/production-contents";
import { ProductionJobs } from "@/components/productions/verification-jobs/production-jobs";
import { addScenesHref, PRODUCTIONS_PATH } from "@/components/shell/addresses";
import { shortTitle } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { productionDepictionList, readProductionMark } from "@/lib/domain/productions";
import { listJobsOf } from "@/lib/domain/productions/verification-jobs";
import { clock } from "@/lib/platform/clock";
import { removeDepictionAction, removeSceneAction } from "../actions";

export async function generateMetadata({ params }: PageProps<"productionId">): Promise<Metadata> {
  const { title } = await findProduction((await params).productionId);
  return { title: `${shortTitle(title)}, production` };
}

/** One production: its status, who is waited for, its certificates and history. */
export default async function ProductionPage({ params, searchParams }: PageProps<"productionId">) {
  const ctx = await requirePortalUser();
  const { productionId } = await params;
  // Read first, so a change during the other reads refreshes the page.
  const { mark } = await readProductionMark(ctx, productionId).catch(orNotFound);
  const production = await findProduction(productionId);
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { id, status, certificates, timeline } = production;
  const [depictions, jobs] = await Promise.all([
    productionDepictionList.read(ctx, { production: id, cursor }),
    listJobsOf(ctx, { productionId: id }),
  ]);
  const { role } = ctx.actor;
  const mayManage = may(role, "manage_records");
  const takesChanges = status === "pending_documentation" || status === "documented";
  const mayChange = mayManage && takesChanges;
  const now = clock.now();
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{production.title}</span>}
        back={{ href: PRODUCTIONS_PATH, label: "Productions" }}
        meta={<ProductionStatus status={status} />}
      />
      <PageWatch route="/api/portal/productions/mark" of={{ production: id }} mark={mark} everyMs={2_000} />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <NextStep production={production} now={now} />
          {certificates.length > 0 ? <Certificates certificates={certificates} now={now} /> : null}
          {status === "pending_documentation" ? (
            <LinkedChecklist checklist={production.checklist} performers={production.performers} />
          ) : null}
          <ProductionPerformers
            performers={production.performers}
            otherPerformers={production.otherPerformers}
            addHref={mayChange ? addScenesHref(production) : null}
          />
          <ProductionJobs jobs={jobs.rows} production={production} mayStart={mayChange} />
          <ProductionScenes
            scenes={production.scenes}
            otherScenes={production.otherScenes}
            remove={mayChange ? removeSceneAction.bind(null, id) : null}
          />
          <ProductionDepictions
            production={production}
            depictions={depictions}
            mayAdd={mayChange}
            remove={mayChange ? removeDepictionAction.bind(null, id) : null}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <ProductionFacts production={production} />
          {production.package ? <SealedPackage sealed={production.package} /> : null}
          <History
            lines={timeline}
            proofsHref={`/api/portal/productions/${id}/proofs`}
            eventsHref={may(role, "manage_integration") ? listHref("/portal/events", { object: id }) : null}
          />
        </div>
      </div>
    </>
  );
}
