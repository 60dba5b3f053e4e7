import type { Metadata } from "next";
import { Heading, InlineLink } from "@/components/acts/parts";
import { RemovalShell, Steps } from "@/components/removals/filing/shell";
import { stepsOf } from "@/lib/domain/removals";
import { pageOf, START } from "../addresses";
import { requireDraft } from "../draft";

export const metadata: Metadata = { title: "Check your email" };

/** What to do once the link was mailed. The same for every address. */
export default async function SentPage() {
  const { draft } = await requireDraft();
  const { total } = stepsOf(draft.answers);
  return (
    <RemovalShell step={<Steps at={total} total={total} />}>
      <Heading title="Check your email">
        We sent a link to <strong className="wrap-anywhere text-ink">{draft.answers.email}</strong>. Open it, and press{" "}
        <strong className="text-ink">Send my request</strong>. Our custodians get it only then.
      </Heading>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>
          The link works for 24 hours. Until you press the button, we keep your request encrypted. If you don’t, we
          delete it.
        </li>
        <li>
          Is the address wrong? <InlineLink href={pageOf("contact")}>Correct it</InlineLink>, and sign again. The
          earlier link stops working.
        </li>
        <li>
          No email after ten minutes? Look in your spam folder. Then{" "}
          <InlineLink href={pageOf("contact")}>use another address</InlineLink>, or{" "}
          <InlineLink href={`${START}#help`}>see who else can help</InlineLink>.
        </li>
      </ul>
    </RemovalShell>
  );
}
