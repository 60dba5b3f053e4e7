import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { CreatorFacts, OnboardingLink, ProvisionNotice } from "@/components/accounts/creator-facts";
import { CreatorContent } from "@/components/accounts/creator-timeline";
import { CustodyButton, CustodyNotes } from "@/components/accounts/custody";
import { SoloStatus } from "@/components/accounts/solo-status";
import { listHref } from "@/components/lists/list-address";
import { CreatorSessions } from "@/components/scenes/upload-sessions/session-list";
import { SectionCard } from "@/components/ui/card";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { getCreator } from "@/lib/domain/accounts/roster";
import { may } from "@/lib/domain/parties/people";
import { contentList } from "@/lib/domain/records/content";
import { sessionList } from "@/lib/domain/scenes/upload-sessions";
import { deactivateAction, reactivateAction } from "../actions";

const SHOWN = 5;

const findCreator = cache(async (accountId: string) =>
  getCreator(await requirePortalUser(), accountId).catch(orNotFound),
);

export async function generateMetadata({ params }: Pick<PageProps<"accountId">, "params">): Promise<Metadata> {
  const { externalUserId } = await findCreator((await params).accountId);
  return { title: `${externalUserId}, creator` };
}

/** One creator: status, actions, content and history. */
export default async function CreatorPage({ params, searchParams }: PageProps<"accountId">) {
  const ctx = await requirePortalUser();
  const { accountId } = await params;
  const creator = await findCreator(accountId);
  const [content, sessions] = await Promise.all([
    contentList.read(ctx, { creator: accountId, limit: SHOWN }),
    sessionList.read(ctx, { creator: accountId, limit: SHOWN }),
  ]);
  const { role } = ctx.actor;
  const { provisioned } = await searchParams;
  return (
    <>
      <PageHeader
        title={<span className="break-all">{creator.externalUserId}</span>}
        back={{ href: "/portal/creators", label: "Creators" }}
        meta={<SoloStatus status={creator.status} reason={creator.suspendReason ?? null} />}
        actions={
          may(role, "manage_records") ? (
            <CustodyButton
              creator={creator}
              deactivate={deactivateAction.bind(null, accountId)}
              reactivate={reactivateAction.bind(null, accountId)}
            />
          ) : undefined
        }
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <ProvisionNotice when={provisioned} />
          <CustodyNotes creator={creator} />
          {creator.onboardingUrl ? <OnboardingLink url={creator.onboardingUrl} /> : null}
          <CreatorContent accountId={accountId} page={content} />
          <CreatorSessions
            accountId={accountId}
            page={sessions}
            mayCreate={creator.status === "active" && may(role, "manage_integration")}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <SectionCard id="facts" title="Account">
            <CreatorFacts creator={creator} />
          </SectionCard>
          <History
            lines={creator.history}
            eventsHref={
              may(role, "manage_integration") ? listHref("/portal/events", { object: creator.accountId }) : null
            }
          />
        </div>
      </div>
    </>
  );
}
