import type { Metadata } from "next";
import { orNotFound, type PageProps } from "@/app/(portal)/portal/pages";
import { requirePortalUser } from "@/app/session";
import { ChangeProgress } from "@/components/accounts/change-progress";
import { counted } from "@/components/ui/format";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import { getChange } from "@/lib/domain/accounts/roster";
import { changeInWords } from "@/lib/domain/accounts/roster/labels";

export const metadata: Metadata = { title: "Change of creators" };

/** One bulk change: its progress, and the creators it was refused for. */
export default async function ChangePage({ params }: PageProps<"changeId">) {
  const ctx = await requirePortalUser("manage_records");
  const { changeId } = await params;
  const detail = await getChange(ctx, changeId).catch(orNotFound);
  const { state } = detail;
  return (
    <>
      <PageHeader
        back={{ href: "/portal/creators/changes", label: "Changes" }}
        title={`${changeInWords(state)} ${counted(state.finishedAt ? state.changed : state.total, "creator")}`}
        description={
          <>
            Started by {state.by} <Time at={state.startedAt} />
          </>
        }
      />
      <ChangeProgress initial={detail} />
    </>
  );
}
