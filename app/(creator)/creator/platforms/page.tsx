import { Building2 } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { approveAction, declineAction, withdrawAction } from "@/app/(creator)/creator/actions";
import { requireCreator } from "@/app/(creator)/creator/creator";
import { PlatformCard } from "@/components/creator/platform-card";
import { Callout, EmptyState } from "@/components/ui/callout";
import { moneyText } from "@/components/ui/format";

import { listHref, readListAddress, wordsFor } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listPlatforms, type Platform, readStanding } from "@/lib/domain/creator";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Platforms" };

const PATH = "/creator/platforms";

const DONE: Record<string, string> = {
  approved: "Approved. The platform is linked to you.",
  declined: "Declined. We do not tell the platform, and never write to you about it again.",
  withdrawn: "Taken back. The platform can no longer log content for you.",
};

const SECTIONS = [
  { link: "asked", title: "Waiting for your answer" },
  { link: "linked", title: "Linked to you" },
  { link: "declined", title: "Not linked" },
] as const;

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Every platform that asked for the creator, with what they answered, and the way to answer otherwise. */
export default async function PlatformsPage({ searchParams }: Props) {
  const { done, cursor } = readListAddress(await searchParams, ["done", "cursor"]);
  const news = wordsFor(DONE, done);
  const creator = await requireCreator();
  const { rows: platforms, newer, older } = await listPlatforms(creator, cursor);
  // What stood before the cursor may have moved behind it by an answer.
  if (cursor && platforms.length === 0) redirect(PATH);
  const isVerified = (await readStanding(creator)).id.state === "verified";
  const price = moneyText(env().prices.creatorSubscriptionCents);
  const card = (platform: Platform) => (
    <PlatformCard
      key={platform.id}
      platform={platform}
      isVerified={isVerified}
      price={price}
      approve={approveAction.bind(null, platform.id)}
      decline={declineAction.bind(null, platform.id)}
      withdraw={withdrawAction.bind(null, platform.id)}
    />
  );
  return (
    <>
      <PageHeader
        title="Platforms"
        description="Only a platform that is linked to you learns whether you are verified, and may log content that names you. None of them ever gets your name, your ID or your photos from us, or learns of another."
      />
      <div className="flex flex-col gap-8">
        {news ? <Callout tone="done">{news}</Callout> : null}
        {platforms.length === 0 ? (
          <EmptyState title="No platform has asked for you" icon={<Building2 aria-hidden />}>
            When one names your address, it stands here and waits for your answer.
          </EmptyState>
        ) : null}
        {SECTIONS.map(({ link, title }) => {
          const those = platforms.filter((platform) => platform.link === link);
          if (those.length === 0) return null;
          return (
            <section key={link} aria-labelledby={link} className="flex flex-col gap-3">
              <h2 id={link} className="font-semibold text-base">
                {title}
              </h2>
              {those.map(card)}
            </section>
          );
        })}
        <Pager
          newer={newer && listHref(PATH, { cursor: newer })}
          older={older && listHref(PATH, { cursor: older })}
          labels={{ newer: "Back", older: "More" }}
        />
      </div>
    </>
  );
}
