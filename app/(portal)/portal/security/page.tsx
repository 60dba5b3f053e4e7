import type { Metadata } from "next";
import { SecuritySections } from "@/app/(site)/account/security-sections";
import { requireMembership } from "@/app/session";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Security" };

/** How the person who is signed in gets in, and where they are in already. */
export default async function SecurityPage() {
  const { session } = await requireMembership();
  return (
    <>
      <PageHeader
        title="Security"
        description={
          <>
            Of your own account, <span className="break-all">{session.user.email}</span>, in all its teams.
          </>
        }
      />
      <SecuritySections />
    </>
  );
}
