import type { Metadata } from "next";
import { requirePortalUser } from "@/app/session";
import { ChangeList } from "@/components/accounts/change-list";
import { PageHeader } from "@/components/ui/page-header";
import { listChanges } from "@/lib/domain/accounts/roster";

export const metadata: Metadata = { title: "Changes of creators" };

export default async function ChangesPage() {
  const ctx = await requirePortalUser("manage_records");
  return (
    <>
      <PageHeader
        title="Changes"
        back={{ href: "/portal/creators", label: "Creators" }}
        description="The last 50 times you deactivated or reactivated creators together."
      />
      <ChangeList changes={await listChanges(ctx)} />
    </>
  );
}
