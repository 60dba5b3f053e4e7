import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { RequestLog } from "@/components/requests/request-log";
import { PageHeader } from "@/components/ui/page-header";
import { baseUrl } from "@/lib/api/base-url";
import { listKeys } from "@/lib/domain/keys";

export const metadata: Metadata = { title: "Requests" };

/** Every call of the last 90 days that was made with one of the partner's keys. */
export default async function RequestsPage() {
  const ctx = await requirePortalUser("manage_integration");
  const keys = await listKeys(ctx);
  return (
    <>
      <PageHeader
        title="Requests"
        description="Every API call of the last 90 days, refused ones too. Live at the newest end."
      />
      <RequestLog keys={keys.map(({ id, name, tail }) => ({ id, name, tail }))} baseUrl={baseUrl()} />
    </>
  );
}
