import type { Metadata } from "next";
import { readerZone } from "@/app/reader-zone";
import { requireCustodian } from "@/app/session";
import { Figures } from "@/components/identity/figures";
import { PageHeader } from "@/components/ui/page-header";
import { readReviewFigures } from "@/lib/domain/identity";

export const metadata: Metadata = { title: "Review figures" };

/** What custodians decided in the last 30 days, and how fast. */
export default async function ReviewFiguresPage() {
  const ctx = await requireCustodian();
  const zone = await readerZone();
  return (
    <>
      <PageHeader
        title="Review figures"
        description="ID checks that custodians decided in the last 30 days."
        back={{ href: "/custodian/identities", label: "Identities" }}
      />
      <Figures {...(await readReviewFigures(ctx, zone))} zone={zone} />
    </>
  );
}
