import type { Metadata } from "next";
import { Closed } from "@/components/scenes/consent/closed";
import { HostedShell } from "@/components/shell/site";
import { Opening } from "./opening";
import { Status } from "./status";
import { findVisitor, getVisitor, recordView, type Visitor, type Wish, wishOf } from "./visitor";

type Props = { params: Promise<{ token: string }>; searchParams: Promise<{ to?: string | string[] }> };

export async function generateMetadata({ params }: Pick<Props, "params">): Promise<Metadata> {
  const visitor = await findVisitor((await params).token);
  if (!visitor) return { title: "Page not found" };
  return { title: `Your consent for ${visitor.partnerName}` };
}

/**
 * The start of a performer's link, and the status page of a performer who has proven the mailbox. Opening it decides and proves
 * nothing, so mail scanners may.
 */
export default async function ConsentPage({ params, searchParams }: Props) {
  const visitor = await getVisitor((await params).token);
  await recordView(visitor, "status");
  return (
    <HostedShell partnerName={visitor.partnerName}>
      {await startOrStatus(visitor, wishOf((await searchParams).to))}
    </HostedShell>
  );
}

function startOrStatus(visitor: Visitor, wish: Wish) {
  const { proven, hasProof, partnerName, title, stage } = visitor;
  if (proven) return Status({ visitor: { ...visitor, proven } });
  if (!hasProof || stage.at === "asked" || stage.at === "signed") return Opening({ visitor, wish });
  return <Closed partnerName={partnerName} title={title} stage={stage} copyUrl={null} removalUrl={null} />;
}
