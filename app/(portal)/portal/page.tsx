import type { Metadata } from "next";
import { Suspense } from "react";
import { requirePortalUser } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import { CreatorCounts, GettingStarted, NextInvoiceFigure } from "@/components/overview/cards";
import { ChangesToday } from "@/components/overview/changes-today";
import { DeliveryHealth, DeliveryHealthSkeleton, Health, HealthSkeleton } from "@/components/overview/health";
import { endingKeys, longOutages, Waiting } from "@/components/overview/waiting";
import { KeySummary } from "@/components/parties/keys/key-summary";
import { EndingCertificates, RevokedLately } from "@/components/productions/certificates";
import { ReadinessFigure } from "@/components/readiness/readiness";
import { PRODUCTIONS_PATH } from "@/components/shell/addresses";
import { StatusBadge } from "@/components/ui/badge";
import { PageHeader } from "@/components/ui/page-header";
import { requestFigures } from "@/lib/api/request-log/request-figures";
import { COUNTED_AT_MOST, countAccounts } from "@/lib/domain/accounts";
import { nextInvoice } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { deliveryFigures, listReachability, type Reachability, WAITING_SHOWN } from "@/lib/domain/events";
import { listChangesToday } from "@/lib/domain/events/changes";
import { isLive, listKeys, presentKey } from "@/lib/domain/parties/keys";
import { getPartner, readInTurn } from "@/lib/domain/parties/partners";
import { may } from "@/lib/domain/parties/people";
import {
  countEndingCertificates,
  countRevokedLately,
  ENDING_COUNTED_AT_MOST,
  REVOKED_COUNTED_AT_MOST,
} from "@/lib/domain/productions";
import { listClosingJobs } from "@/lib/domain/productions/verification-jobs";
import { readReadiness } from "@/lib/domain/readiness";
import { countLateCopies } from "@/lib/domain/records/content";
import { countOpenTakedowns, TAKEDOWNS_COUNTED_AT_MOST } from "@/lib/domain/removals";
import { listClosingScenes } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Overview" };

/** The partner at a glance: what needs attention, integration health, and today’s changes. */
export default async function OverviewPage() {
  const ctx = await requirePortalUser();
  const mayManage = may(ctx.actor.role, "manage_integration");
  const mayBill = may(ctx.actor.role, "manage_records");
  const [partner, keys, creators, changes, endpoints, lateCopies, scenes, jobs, revoked, takedowns, next] =
    await readInTurn(ctx, () =>
      Promise.all([
        getPartner(ctx),
        listKeys(ctx),
        countAccounts(ctx),
        listChangesToday(ctx),
        mayManage ? listReachability(ctx) : [],
        countLateCopies(ctx),
        listClosingScenes(ctx),
        listClosingJobs(ctx),
        countRevokedLately(ctx),
        countOpenTakedowns(ctx),
        mayBill ? nextInvoice(ctx) : null,
      ]),
    );
  const live = keys.filter(({ mode, status }) => mode === "live" && isLive(status)).map(presentKey);
  const now = clock.now();
  const hasCreator = Object.values(creators).some((count) => count > 0);
  return (
    <>
      <PageHeader
        title={partner.name}
        description={PLANS[partner.plan]}
        meta={
          partner.status === "active" ? (
            <StatusBadge tone="done">Active</StatusBadge>
          ) : (
            <StatusBadge tone="harm">Not active</StatusBadge>
          )
        }
      />
      <div className="flex flex-col gap-8">
        <Waiting
          keys={endingKeys(live, now)}
          outages={longOutages(endpoints, now)}
          lateCopies={lateCopies}
          scenes={scenes}
          jobs={jobs}
          takedowns={{ ...takedowns, most: TAKEDOWNS_COUNTED_AT_MOST }}
          mayManage={mayManage}
        />
        <RevokedLately
          count={revoked}
          most={REVOKED_COUNTED_AT_MOST}
          href={listHref(PRODUCTIONS_PATH, { status: "revoked" })}
          text="Take down this content. The revocation list names each certificate."
        />
        <GettingStarted
          hasKey={live.length > 0}
          hasCalled={keys.some(({ mode, lastUsedAt }) => mode === "live" && lastUsedAt)}
          hasCreator={hasCreator}
          mayManage={mayManage}
          baseUrl={env().baseUrl}
        />
        {hasCreator ? <CreatorCounts counts={creators} most={COUNTED_AT_MOST} /> : null}
        <Suspense>
          <Ending ctx={ctx} />
        </Suspense>
        <Suspense>
          <Ready ctx={ctx} />
        </Suspense>
        {next && (partner.plan === "platform_pays" || next.totalCents > 0) ? (
          <NextInvoiceFigure next={next} lapsed={partner.platformFeeLapsedAt !== null} />
        ) : null}
        {mayManage ? (
          <Suspense fallback={<HealthSkeleton />}>
            <Calls ctx={ctx} />
          </Suspense>
        ) : null}
        {endpoints.length > 0 ? (
          <Suspense fallback={<DeliveryHealthSkeleton />}>
            <Webhooks ctx={ctx} endpoints={endpoints} />
          </Suspense>
        ) : null}
        <ChangesToday {...changes} />
        {live.length > 0 ? <KeySummary keys={live} /> : null}
      </div>
    </>
  );
}

/** Streamed: counting a busy week takes longer than the rest of the page. */
async function Calls({ ctx }: { ctx: Ctx<PortalUserActor> }) {
  return <Health figures={await readInTurn(ctx, () => requestFigures(ctx))} />;
}

/** Streamed: a partner may have many productions. Absent for those without any that is certified. */
async function Ending({ ctx }: { ctx: Ctx<PortalUserActor> }) {
  const counts = await readInTurn(ctx, () => countEndingCertificates(ctx));
  return counts.certified ? <EndingCertificates {...counts} most={ENDING_COUNTED_AT_MOST} /> : null;
}

/** Streamed: figures of a month. Absent before the first check. */
async function Ready({ ctx }: { ctx: Ctx<PortalUserActor> }) {
  return <ReadinessFigure area="portal" readiness={await readInTurn(ctx, () => readReadiness(ctx))} />;
}

async function Webhooks({ ctx, endpoints }: { ctx: Ctx<PortalUserActor>; endpoints: readonly Reachability[] }) {
  const failing = endpoints.filter(({ failingSince }) => failingSince).length;
  return (
    <DeliveryHealth
      figures={await readInTurn(ctx, () => deliveryFigures(ctx))}
      most={WAITING_SHOWN}
      endpoints={{ all: endpoints.length, failing }}
    />
  );
}

const PLANS = {
  platform_pays: "Your platform pays for its creators.",
  creator_pays: "Your creators pay for themselves.",
};
