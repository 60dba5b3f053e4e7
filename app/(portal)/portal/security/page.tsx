import type { Metadata } from "next";
import { SecuritySections } from "@/app/(site)/account/security-sections";
import { requireMembership } from "@/app/session";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Security" };

/** The signed-in person's passkeys and sessions. */
export default async function SecurityPage() {
  const { session } = await requireMembership();
  return (
    <>
      <PageHeader
        title="Security"
        description={
          <>
            For your account <span className="break-all">{session.user.email}</span>, in all your teams.
          </>
        }
      />
      <SecuritySections path="/portal/security" />
    </>
  );
}
