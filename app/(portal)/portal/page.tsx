import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type ReactNode, Suspense } from "react";
import type { PageProps } from "@/app/(portal)/portal/pages";
import { readerZone } from "@/app/reader-zone";
import { requireMembership, requirePortalUser } from "@/app/session";
import { Activity, ActivitySkeleton, CHARTS, type Chart } from "@/components/overview/activity";
import {
  Attention,
  endingKeys,
  longOutages,
  MoreAttention,
  type Waiting,
  waitingCertificates,
  waitingOf,
} from "@/components/overview/attention";
import { ChangesToday } from "@/components/overview/changes-today";
import { Figures, FiguresSkeleton } from "@/components/overview/figures";
import { GettingStarted } from "@/components/overview/getting-started";
import { StatusBadge } from "@/components/ui/badge";
import { PageHeader } from "@/components/ui/page-header";
import { requestFigures } from "@/lib/api/request-log/request-figures";
import { COUNTED_AT_MOST, countAccounts, countNewAccounts } from "@/lib/domain/accounts";
import { invoiceList, nextInvoice } from "@/lib/domain/billing";
import type { Ctx, PortalUserActor } from "@/lib/domain/core/context";
import { WEEK_COUNTED_AT_MOST } from "@/lib/domain/core/weeks";
import {
  attemptsByHour,
  deliveryFigures,
  listReachability,
  type Reachability,
  WAITING_SHOWN,
} from "@/lib/domain/events";
import { listChangesToday } from "@/lib/domain/events/changes";
import { isLive, listKeys, presentKey } from "@/lib/domain/parties/keys";
import { getPartner, readInTurn } from "@/lib/domain/parties/partners";
import { may, portalHome } from "@/lib/domain/parties/people";
import {
  countEndingCertificates,
  countRevokedLately,
  ENDING_COUNTED_AT_MOST,
  REVOKED_COUNTED_AT_MOST,
} from "@/lib/domain/productions";
import { listClosingJobs } from "@/lib/domain/productions/verification-jobs";
import { readReadiness } from "@/lib/domain/readiness";
import { countLateCopies, countNewRecords } from "@/lib/domain/records/content";
import { countNewTakedowns, countOpenTakedowns, TAKEDOWNS_COUNTED_AT_MOST } from "@/lib/domain/removals";
import { listClosingScenes } from "@/lib/domain/scenes";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Overview" };

const OVERVIEW = "/portal";

/** The partner at a glance: what needs attention by deadline, figures beside last week’s, activity, and today’s changes. */
export default async function OverviewPage({ searchParams }: PageProps) {
  const { membership } = await requireMembership();
  const home = portalHome(membership.role);
  if (home !== OVERVIEW) redirect(home);
  const ctx = await requirePortalUser();
  const mayManage = may(ctx.actor.role, "manage_integration");
  const mayBill = may(ctx.actor.role, "manage_billing");
  const [zone, asked] = [await readerZone(), (await searchParams).chart];
  const chart = CHARTS.find((each) => each === asked) ?? "calls";
  // What is streamed shows only with scripts. The chart's links also work without.
  const Part = asked === undefined ? Suspense : Whole;
  const [partner, keys, accounts, changes, endpoints, lateCopies, scenes, jobs, revoked, takedowns] = await readInTurn(
    ctx,
    () =>
      Promise.all([
        getPartner(ctx),
        listKeys(ctx),
        countAccounts(ctx),
        listChangesToday(ctx, zone),
        mayManage ? listReachability(ctx) : [],
        countLateCopies(ctx),
        listClosingScenes(ctx),
        listClosingJobs(ctx),
        countRevokedLately(ctx),
        countOpenTakedowns(ctx),
      ]),
  );
  const live = keys.filter(({ mode, status }) => mode === "live" && isLive(status)).map(presentKey);
  const hasCalled = keys.some(({ mode, lastUsedAt }) => mode === "live" && lastUsedAt);
  const hasCreator = Object.values(accounts).some((count) => count > 0);
  const isNew = live.length === 0 || !hasCreator;
  const showsTraffic = mayManage && (!isNew || hasCalled || endpoints.length > 0);
  const now = clock.now();
  const found = waitingOf({
    keys: endingKeys(live, now),
    outages: longOutages(endpoints, now),
    lateCopies,
    scenes,
    jobs,
    takedowns: { ...takedowns, most: TAKEDOWNS_COUNTED_AT_MOST },
    revoked: { count: revoked, most: REVOKED_COUNTED_AT_MOST },
    feeLapsedAt: mayBill ? partner.platformFeeLapsedAt : null,
    mayManage,
  });
  // Without creators or keys there are few productions, if any.
  const waiting = isNew ? [...found, ...(await endingCertificates(ctx))] : found;
  return (
    <>
      <PageHeader
        title={partner.name}
        meta={
          partner.status === "active" ? (
            <StatusBadge tone="done">Active</StatusBadge>
          ) : (
            <StatusBadge tone="harm">Not active</StatusBadge>
          )
        }
      />
      <div className="flex flex-col gap-6">
        {isNew && waiting.length === 0 ? null : (
          <Attention
            items={waiting}
            more={(isOnly) =>
              isNew ? null : (
                <Part>
                  <Certificates ctx={ctx} isOnly={isOnly} />
                </Part>
              )
            }
          />
        )}
        {isNew ? (
          <GettingStarted
            hasKey={live.length > 0}
            hasCalled={hasCalled}
            hasCreator={hasCreator}
            mayManage={mayManage}
            baseUrl={env().baseUrl}
          />
        ) : (
          <Part fallback={<FiguresSkeleton />}>
            <Counts ctx={ctx} active={accounts.active} open={takedowns.open} mayBill={mayBill} />
          </Part>
        )}
        <div className={showsTraffic ? "grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:gap-12" : ""}>
          {showsTraffic ? (
            <Part fallback={<ActivitySkeleton chart={chart} />}>
              <Traffic ctx={ctx} chart={chart} endpoints={endpoints} zone={zone} />
            </Part>
          ) : null}
          <ChangesToday {...changes} />
        </div>
      </div>
    </>
  );
}

const Whole = ({ children }: { children: ReactNode; fallback?: ReactNode }) => children;

type Of = { ctx: Ctx<PortalUserActor> };

/** Streamed: a partner may have many productions. */
async function Certificates({ ctx, isOnly }: Of & { isOnly: boolean }) {
  return <MoreAttention items={await endingCertificates(ctx)} isOnly={isOnly} />;
}

async function endingCertificates(ctx: Ctx<PortalUserActor>): Promise<Waiting[]> {
  const counts = await readInTurn(ctx, () => countEndingCertificates(ctx));
  return waitingCertificates({ ...counts, most: ENDING_COUNTED_AT_MOST });
}

/** Streamed: counting two busy weeks takes longer than the rest of the page. */
async function Counts({ ctx, active, open, mayBill }: Of & { active: number; open: number; mayBill: boolean }) {
  const [creators, records, takedowns, readiness, next, invoices] = await readInTurn(ctx, () =>
    Promise.all([
      countNewAccounts(ctx),
      countNewRecords(ctx),
      countNewTakedowns(ctx),
      readReadiness(ctx),
      mayBill ? nextInvoice(ctx) : null,
      mayBill ? invoiceList.find(ctx, {}, 1) : null,
    ]),
  );
  return (
    <Figures
      creators={{ ...creators, active, most: COUNTED_AT_MOST }}
      records={records}
      takedowns={{ ...takedowns, open, most: TAKEDOWNS_COUNTED_AT_MOST }}
      readiness={readiness}
      weekMost={WEEK_COUNTED_AT_MOST}
      invoice={next && { next, last: invoices?.found[0] }}
    />
  );
}

/** Streamed for the same reason. */
async function Traffic({
  ctx,
  chart,
  endpoints,
  zone,
}: Of & { chart: Chart; endpoints: readonly Reachability[]; zone: string | undefined }) {
  if (chart === "calls") {
    return <Activity chart={chart} figures={await readInTurn(ctx, () => requestFigures(ctx))} zone={zone} />;
  }
  const [figures, hours] = await readInTurn(ctx, () => Promise.all([deliveryFigures(ctx), attemptsByHour(ctx)]));
  const failing = endpoints.filter(({ failingSince }) => failingSince).length;
  return (
    <Activity
      {...{ chart, figures, hours, zone }}
      endpoints={{ all: endpoints.length, failing }}
      most={WAITING_SHOWN}
    />
  );
}
