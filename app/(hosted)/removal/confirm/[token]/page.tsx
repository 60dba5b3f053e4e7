import type { Metadata } from "next";
import { TOO_MANY } from "@/app/(hosted)/browser";
import { Heading, StepLink } from "@/components/acts/parts";
import { RemovalShell } from "@/components/removals/filing/shell";
import { Callout } from "@/components/ui/callout";
import { LargeSubmit } from "@/components/ui/form";
import { isLiveLink } from "@/lib/domain/removals";
import { TOO_MANY_OPEN } from "@/lib/domain/removals/filing/labels";
import { randomToken } from "@/lib/platform/crypto";
import { confirmAction } from "../../actions";
import { START } from "../../addresses";

export const metadata: Metadata = { title: "Send your request" };

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<{ full?: string | string[]; open?: string | string[] }>;
};

/**
 * The page behind the mailed link. Only its button files the request, so mail scanners can open the page. It shows nothing of the
 * request, in case the address was mistyped.
 */
export default async function ConfirmPage({ params, searchParams }: Props) {
  const { token } = await params;
  if (!(await isLiveLink(token))) {
    return (
      <RemovalShell>
        <Heading title="This link no longer works">
          It was replaced by a newer one, or is older than 24 hours. If you already sent your request, use the link in
          our latest email.
        </Heading>
        <StepLink href={START}>Start again</StepLink>
      </RemovalShell>
    );
  }
  const { full, open } = await searchParams;
  return (
    <RemovalShell>
      {full === undefined ? null : <Callout tone="waiting">{TOO_MANY}</Callout>}
      {open === undefined ? null : <Callout tone="waiting">{TOO_MANY_OPEN}</Callout>}
      <Heading title="Send your request">
        You signed it already. Press the button, and the deadline starts. If you pressed it before, it opens your
        request, or asks for a code. If you didn’t write a request, close this page.
      </Heading>
      <form action={confirmAction.bind(null, token)}>
        <input type="hidden" name="press" value={randomToken()} />
        <LargeSubmit>Send my request</LargeSubmit>
      </form>
    </RemovalShell>
  );
}
