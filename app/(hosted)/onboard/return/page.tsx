import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { HostedShell } from "@/components/shell/hosted-shell";
import { PageHeader } from "@/components/ui/page-header";
import { RETURN_COOKIE, startOf, subscriptionOf } from "../[token]/visitor";

export const metadata: Metadata = { title: "Thank you" };

type Props = { searchParams: Promise<{ paid?: string | string[] }> };

/** Where outside services send people back to. An unfinished payment returns to the subscription step. */
export default async function ReturnPage({ searchParams }: Props) {
  const token = (await cookies()).get(RETURN_COOKIE.name)?.value;
  const { paid } = await searchParams;
  if (token && paid === "pending") redirect(`${subscriptionOf(token)}?paid=pending`);
  if (token) redirect(startOf(token));
  return (
    <HostedShell>
      <PageHeader
        title="Thank you"
        description="You can close this page. To see your status, open the link in our email again."
      />
    </HostedShell>
  );
}
