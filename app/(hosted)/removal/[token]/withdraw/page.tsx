import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Heading, QuietLink } from "@/components/acts/parts";
import { RemovalShell } from "@/components/removals/filing/shell";
import { LargeSubmit } from "@/components/ui/form";
import { withdrawAction } from "../actions";
import { getRequest, requestPage } from "../visitor";

export const metadata: Metadata = { title: "Withdraw your request" };

/** What a withdrawal does, and its button. */
export default async function WithdrawPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if ((await getRequest(token)).status !== "open") redirect(requestPage(token));
  return (
    <RemovalShell>
      <Heading title="Withdraw your request?">You can’t undo it, but you can send a new request.</Heading>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>We stop working on it, and platforms no longer have to take it down.</li>
        <li>What was confirmed before stays down.</li>
      </ul>
      <form action={withdrawAction.bind(null, token)}>
        <LargeSubmit variant="danger">Withdraw my request</LargeSubmit>
      </form>
      <QuietLink href={requestPage(token)}>Go back</QuietLink>
    </RemovalShell>
  );
}
