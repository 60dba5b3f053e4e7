import type { Metadata } from "next";
import { requireCreator } from "@/app/(creator)/creator/creator";
import { AttestationList } from "@/components/creator/attestation-list";
import { listHref, readListAddress } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listOwnUploadSessions } from "@/lib/domain/upload-sessions";

export const metadata: Metadata = { title: "Attestations" };

const PATH = "/creator/attestations";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** What the person attested to before their uploads, on all platforms. */
export default async function AttestationsPage({ searchParams }: Props) {
  const { cursor } = readListAddress(await searchParams, ["cursor"]);
  const { rows, newer, older } = await listOwnUploadSessions(await requireCreator(), cursor);
  return (
    <>
      <PageHeader
        title="Attestations"
        description="What you confirmed before an upload, on every platform. If you don’t recognize one, unlink that platform and write to the custodian of records."
      />
      <div className="flex flex-col gap-4">
        <AttestationList rows={rows} />
        <Pager newer={newer && listHref(PATH, { cursor: newer })} older={older && listHref(PATH, { cursor: older })} />
      </div>
    </>
  );
}
