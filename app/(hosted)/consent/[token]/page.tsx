import type { Metadata } from "next";
import { HostedShell } from "@/components/shell/hosted-shell";
import { Opening } from "./opening";
import { Status } from "./status";
import { findVisitor, getVisitor, recordView } from "./visitor";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ busy?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const visitor = await findVisitor((await params).token);
  if (!visitor) return { title: "Page not found" };
  return { title: `Your consent for ${visitor.partnerName}` };
}

/**
 * The start of a performer's link, and the status of who comes back. Opening it decides nothing and proves nothing, so mail
 * scanners may.
 */
export default async function ConsentPage({ params, searchParams }: Props) {
  const visitor = await getVisitor((await params).token);
  const { partnerName, proven } = visitor;
  const isBusy = (await searchParams).busy !== undefined;
  if (proven) await recordView(visitor, "status");
  return (
    <HostedShell partnerName={partnerName}>
      {proven ? await Status({ visitor: { ...visitor, proven } }) : <Opening visitor={visitor} isBusy={isBusy} />}
    </HostedShell>
  );
}
