import { Building2 } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { approveAction, declineAction, withdrawAction } from "@/app/(creator)/creator/actions";
import { requireCreator } from "@/app/session";
import { WriteToUs } from "@/app/write-to-us";
import { PlatformCard } from "@/components/creators/own/platform-card";
import { listHref, pagesOf, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { Callout, EmptyState } from "@/components/ui/callout";
import { moneyText } from "@/components/ui/format";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { linkApprovalOf } from "@/lib/domain/accounts";
import { getCreatorStatus, type Platform, platformList } from "@/lib/domain/creators/overview";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Platforms" };

const PATH = "/creator/platforms";

const DONE: Record<string, string> = {
  approved: "Approved. The platform is linked to you.",
  declined: "Declined. We don’t tell the platform, and we won’t email you about it again.",
  withdrawn: "Unlinked. The platform can no longer log content for you.",
};

const SECTIONS = [
  { link: "asked", title: "Waiting for your answer" },
  { link: "linked", title: "Linked to you" },
  { link: "declined", title: "Not linked" },
] as const;

type Props = { searchParams: SearchParams };

/** Every platform that asked to link the creator, their answer, and how to change it. */
export default async function PlatformsPage({ searchParams }: Props) {
  const sent = await searchParams;
  const news = wordsFor(DONE, sent.done);
  const creator = await requireCreator();
  const { rows: platforms, address, ...beside } = await platformList.open(creator, sent);
  // An answer can move the last platform of this page to another one.
  if (address.cursor && platforms.length === 0) redirect(PATH);
  const isVerified = (await getCreatorStatus(creator)).id.state === "verified";
  const price = moneyText(env().prices.creatorSubscriptionCents);
  const card = (platform: Platform) => {
    const approval = linkApprovalOf(platform.name);
    return (
      <PlatformCard
        key={platform.id}
        platform={platform}
        isVerified={isVerified}
        price={price}
        terms={approval.parts}
        approve={approveAction.bind(null, platform.id, approval.shown)}
        decline={declineAction.bind(null, platform.id)}
        withdraw={withdrawAction.bind(null, platform.id)}
        writeToUs={<WriteToUs />}
      />
    );
  };
  return (
    <>
      <PageHeader
        title="Platforms"
        description="Only a platform you link can see whether you are verified, and may log content that names you. We never share your name, ID, photos or other platforms."
      />
      <div className="flex flex-col gap-8">
        {news ? <Callout tone="done">{news}</Callout> : null}
        {platforms.length === 0 ? (
          <EmptyState title="No platforms yet" icon={<Building2 aria-hidden />}>
            A platform that adds your email address appears here and waits for your answer.
          </EmptyState>
        ) : null}
        {SECTIONS.map(({ link, title }) => {
          const those = platforms.filter((platform) => platform.link === link);
          if (those.length === 0) return null;
          return (
            <PageSection key={link} id={link} title={title}>
              {those.map(card)}
            </PageSection>
          );
        })}
        <Pager {...pagesOf(beside, (cursor) => listHref(PATH, { cursor }))} labels={{ newer: "Back", older: "More" }} />
      </div>
    </>
  );
}
