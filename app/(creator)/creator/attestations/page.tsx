import type { Metadata } from "next";
import { attestAction } from "@/app/(creator)/creator/actions";
import { requireCreator } from "@/app/session";
import { AttestationList, PendingUploads } from "@/components/creators/own/attestation-list";
import type { SearchParams } from "@/components/lists/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { attestedList, listPendingUploads } from "@/lib/domain/scenes/upload-sessions";

export const metadata: Metadata = { title: "Attestations" };

type Props = { searchParams: SearchParams };

/** What the person attested to before their uploads, on all platforms, and the uploads that wait for them. */
export default async function AttestationsPage({ searchParams }: Props) {
  const ctx = await requireCreator();
  const list = await attestedList.open(ctx, await searchParams);
  const pending = list.address.cursor ? [] : await listPendingUploads(ctx);
  return (
    <>
      <PageHeader
        title="Attestations"
        description="What you confirmed before an upload, on every platform. If you don’t recognize one, unlink that platform and write to the custodian of records."
      />
      <div className="flex flex-col gap-8">
        <PendingUploads rows={pending} attest={attestAction} />
        <div className="flex flex-col gap-4">
          {pending.length > 0 ? <h2 className="font-semibold text-base">Attested</h2> : null}
          <AttestationList {...list} />
        </div>
      </div>
    </>
  );
}
