import type { Metadata } from "next";
import { currentSession } from "@/app/session";
import { RemovalShell } from "@/components/removals/filing/shell";
import { Start } from "@/components/removals/filing/start";
import { env } from "@/lib/platform/env";
import { forgetAction, startAction } from "./actions";
import { findDraft, nextPage } from "./draft";

export const metadata: Metadata = {
  title: "Ask for a removal",
  description: "Are you shown in an image or video that should not be there? Ask for it to be taken down.",
  robots: { index: true, follow: true },
};

/** The start of a removal request. Opening it changes nothing. */
export default async function RemovalPage({ searchParams }: { searchParams: Promise<{ full?: string | string[] }> }) {
  const draft = await findDraft();
  const owner = draft?.answers.account?.userId;
  const isTheirs = draft && (owner === undefined || (await currentSession())?.user.id === owner);
  return (
    <RemovalShell>
      <Start
        start={startAction}
        forget={forgetAction}
        continueHref={isTheirs ? nextPage(draft) : null}
        isFull={(await searchParams).full !== undefined}
        help={env().removalHelp}
      />
    </RemovalShell>
  );
}
