import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { RemovalShell } from "@/components/removals/filing/shell";
import { SignForm } from "@/components/removals/filing/sign-form";
import { claimOf, removalStatementOf } from "@/lib/domain/removals";
import { signAction } from "../../actions";
import { nextPage, pageOf, requireDraft } from "../../draft";

export const metadata: Metadata = { title: "Read and sign" };

type Props = { searchParams: Promise<{ changed?: string | string[] }> };

/** The statement that the answers need, and its signature. */
export default async function StatementPage({ searchParams }: Props) {
  const { draft } = await requireDraft();
  const { answers } = draft;
  const claim = claimOf(answers);
  if (!claim) redirect(nextPage(draft));
  const { text, shown, basis } = removalStatementOf(claim);
  return (
    <RemovalShell step={<p className="text-muted text-sm">Last step</p>}>
      <SignForm
        action={signAction}
        basis={basis}
        statement={text}
        shown={shown}
        hasChanged={(await searchParams).changed !== undefined}
        email={answers.email ?? ""}
        isSignedIn={answers.account !== undefined}
        backHref={pageOf("contact")}
      />
    </RemovalShell>
  );
}
