import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { GettingStarted } from "@/components/keys/getting-started";
import { KeySummary } from "@/components/keys/key-summary";
import { StatusBadge } from "@/components/ui/badge";
import { PageHeader } from "@/components/ui/page-header";
import { isLive, listKeys, presentKey } from "@/lib/domain/keys";
import { getPartner } from "@/lib/domain/partners";
import { may } from "@/lib/domain/people";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Overview" };

/** The partner at a glance. */
export default async function OverviewPage() {
  const ctx = await requirePortalUser();
  const partner = await getPartner(ctx);
  const live = (await listKeys(ctx)).filter(({ mode, status }) => mode === "live" && isLive(status)).map(presentKey);
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
        <GettingStarted
          hasKey={live.length > 0}
          hasCalled={live.some(({ lastUsedAt }) => lastUsedAt)}
          mayManage={may(ctx.actor.role, "manage_integration")}
          baseUrl={env().baseUrl}
        />
        <KeySummary keys={live} />
      </div>
    </>
  );
}

const PLANS = {
  platform_pays: "Your platform pays for its creators.",
  creator_pays: "Your creators pay for themselves.",
};
