import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ActForm, InputField } from "@/components/acts/act-form";
import { Heading, QuietLink, Statement } from "@/components/acts/parts";
import { GivenHashes, NamedAnswers } from "@/components/removals/filing/named-answers";
import { RemovalShell, Steps } from "@/components/removals/filing/shell";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { claimOf, removalStatementOf, stepsOf } from "@/lib/domain/removals";
import { BASIS_WORDS, NAME_MAX } from "@/lib/domain/removals/filing/labels";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { signAction } from "../../actions";
import { nextPage, pageOf } from "../../addresses";
import { requireDraft } from "../../draft";

export const metadata: Metadata = { title: "Read and sign" };

type Props = { searchParams: Promise<{ changed?: string | string[] }> };

/** The statement that the answers need, and its signature. */
export default async function StatementPage({ searchParams }: Props) {
  const { draft } = await requireDraft();
  const { answers } = draft;
  const claim = claimOf(answers);
  if (!claim) redirect(nextPage(draft));
  const { text, shown, basis } = removalStatementOf(claim);
  const { why, within } = BASIS_WORDS[basis];
  // The session proves the mailbox, so the button files the request.
  const isSignedIn = answers.account !== undefined;
  const { total } = stepsOf(answers);
  return (
    <RemovalShell step={<Steps at={isSignedIn ? total : total - 1} total={total} />}>
      <ActForm action={signAction}>
        {(await searchParams).changed === undefined ? null : (
          <Callout tone="waiting" live title="The statement has changed">
            You haven’t signed yet. Read the new statement first.
          </Callout>
        )}
        <Heading title="Read and sign">
          {why} We decide within <strong className="text-ink">{within}</strong>{" "}
          {isSignedIn ? "of your request." : "of your confirmation by email."}
        </Heading>
        {answers.account?.record ? null : <NamedAnswers answers={answers} changeHref={pageOf("where")} />}
        {claim.device ? <GivenHashes counts={claim.device} /> : null}
        <p className="text-muted text-sm">Legal basis: {BASIS_LABELS[basis]}</p>
        <Statement heading="Your statement">{text}</Statement>
        <input type="hidden" name="shown" value={shown} />
        <InputField
          name="signedName"
          label="Your signature"
          hint="Type your full legal name."
          autoComplete="name"
          maxLength={NAME_MAX}
        />
        <div className="flex flex-col gap-3">
          <LargeSubmit>{isSignedIn ? "Send my request" : "Sign and email me the link"}</LargeSubmit>
          <p className="wrap-anywhere text-muted text-sm">
            {isSignedIn
              ? `We email news to ${answers.email ?? ""}.`
              : `We email a link to ${answers.email ?? ""}. Our custodians get your request once you press its button. Until then we keep it encrypted, for 24 hours at most.`}
          </p>
          <QuietLink href={pageOf("contact")}>Go back</QuietLink>
        </div>
      </ActForm>
    </RemovalShell>
  );
}
