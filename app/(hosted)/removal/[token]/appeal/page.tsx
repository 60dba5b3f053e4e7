import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Heading, QuietLink } from "@/components/acts/parts";
import { RemovalShell } from "@/components/removals/filing/shell";
import { TextForm } from "@/components/removals/filing/text-form";
import { MESSAGE_MAX } from "@/lib/domain/removals/filing/labels";
import { appealAction } from "../actions";
import { getRequest, requestPage } from "../visitor";

export const metadata: Metadata = { title: "Appeal" };

/** Why the decision is wrong, in the claimant's words. */
export default async function AppealPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  if (!(await getRequest(token)).mayAppeal) redirect(requestPage(token));
  return (
    <RemovalShell>
      <Heading title="Appeal the decision">
        Another custodian reads everything again and decides, with a new deadline. You can appeal once.
      </Heading>
      <TextForm
        action={appealAction.bind(null, token)}
        name="text"
        label="Why is the decision wrong?"
        hint="Say what we missed. Platforms never read this."
        maxLength={MESSAGE_MAX}
        button="Appeal"
        variant="primary"
      />
      <QuietLink href={requestPage(token)}>Go back</QuietLink>
    </RemovalShell>
  );
}
