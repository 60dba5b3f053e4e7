import type { Metadata } from "next";
import { cache } from "react";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { listHref } from "@/components/lists/list-address";
import {
  NextStep,
  recordTitle,
  TakedownBasis,
  TakedownFacts,
  TakedownRecord,
  TakedownStatus,
} from "@/components/removals/takedowns/takedown";
import { TAKEDOWNS_PATH } from "@/components/shell/addresses";
import { shortTitle } from "@/components/ui/format";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { may } from "@/lib/domain/parties/people";
import { viewTakedown } from "@/lib/domain/removals";
import { checkUrlAction, markDoneAction } from "../actions";

const findTakedown = cache(async (takedownId: string) =>
  viewTakedown(await requirePortalUser(), takedownId).catch(orNotFound),
);

export async function generateMetadata({ params }: PageProps<"takedownId">): Promise<Metadata> {
  return { title: `${shortTitle(recordTitle(await findTakedown((await params).takedownId)))}, takedown` };
}

/** One takedown: what must come down, by when, on which legal basis, and who did what. */
export default async function TakedownPage({ params }: PageProps<"takedownId">) {
  const { role } = (await requirePortalUser()).actor;
  const takedown = await findTakedown((await params).takedownId);
  const { id, depictionId, publicationId, productionId } = takedown;
  const mayManage = may(role, "manage_records");
  const object = depictionId ?? publicationId ?? productionId ?? undefined;
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{recordTitle(takedown)}</span>}
        back={{ href: TAKEDOWNS_PATH, label: "Takedowns" }}
        meta={<TakedownStatus status={takedown.status} />}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <NextStep
            takedown={takedown}
            mark={mayManage ? markDoneAction.bind(null, id) : null}
            check={mayManage ? checkUrlAction.bind(null, id) : null}
          />
          <TakedownRecord takedown={takedown} />
          <TakedownBasis takedown={takedown} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <TakedownFacts takedown={takedown} />
          <History
            lines={takedown.history}
            eventsHref={may(role, "manage_integration") ? listHref("/portal/events", { object }) : null}
          />
        </div>
      </div>
    </>
  );
}
