import type { Metadata } from "next";
import { requireCreator } from "@/app/session";
import { WorkList } from "@/components/creators/own/work-list";
import type { SearchParams } from "@/components/lists/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { ownRecordList } from "@/lib/domain/creators/overview";

export const metadata: Metadata = { title: "Your works" };

type Props = { searchParams: SearchParams };

/** Every record that names the creator, on all platforms. */
export default async function WorksPage({ searchParams }: Props) {
  return (
    <>
      <PageHeader
        title="Your works"
        description="Every record that names you, latest first, including scenes. We keep each one for seven years after the production date, and a scene as long as it is published."
      />
      <WorkList {...(await ownRecordList.open(await requireCreator(), await searchParams))} />
    </>
  );
}
