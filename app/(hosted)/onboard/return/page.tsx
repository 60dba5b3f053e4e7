import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { HostedShell } from "@/components/shell/hosted-shell";
import { PageHeader } from "@/components/ui/page-header";
import { RETURN_COOKIE, startOf } from "../[token]/visitor";

export const metadata: Metadata = { title: "Thank you" };

/** Where the outside service sends people back to. */
export default async function ReturnPage() {
  const token = (await cookies()).get(RETURN_COOKIE.name)?.value;
  if (token) redirect(startOf(token));
  return (
    <HostedShell>
      <PageHeader
        title="Thank you"
        description="You can close this page. To see how your check stands, open the link in our mail again."
      />
    </HostedShell>
  );
}
