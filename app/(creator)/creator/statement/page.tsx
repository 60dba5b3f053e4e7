import type { Metadata } from "next";
import { requireCreator } from "@/app/session";
import { StatementForm } from "@/components/creators/own/statement-form";
import { StatementStatus, StatementVersions } from "@/components/creators/own/statement-status";
import { readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { Callout } from "@/components/ui/callout";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { findOwnStatement } from "@/lib/domain/creators/statements";
import { findVerification } from "@/lib/domain/identity";
import { publishStatementAction, saveStatementAction, withdrawStatementAction } from "../actions";

export const metadata: Metadata = { title: "Statement" };

const SAVED: Record<string, string> = { saved: "Saved. Preview it, then publish it." };
const DONE: Record<string, string> = {
  published: "Published.",
  withdrawn: "Withdrawn. The page goes offline within a minute.",
};

type Props = { searchParams: SearchParams };

/** The creator's public statement: its text, whether it is public, and its earlier versions. */
export default async function StatementPage({ searchParams }: Props) {
  const ctx = await requireCreator();
  const { done } = readListAddress(await searchParams, ["done"]);
  const news = wordsFor(DONE, done);
  const [own, verification] = [await findOwnStatement(ctx), await findVerification(ctx.actor.userId)];
  return (
    <>
      <PageHeader
        title="Your 2257 statement"
        description="An optional public page that says who keeps your records and where to inspect them. Link to it wherever you publish."
      />
      <div className="flex flex-col gap-10">
        {news ? <Callout tone="done">{news}</Callout> : null}
        {own ? (
          <StatementStatus
            own={own}
            verified={verification !== null}
            publish={publishStatementAction}
            withdraw={withdrawStatementAction}
          />
        ) : null}
        <PageSection id="text" title="Statement text" className="gap-4">
          <StatementForm action={saveStatementAction} kept={own} news={wordsFor(SAVED, done)} />
        </PageSection>
        {own && own.versions.length > 0 ? <StatementVersions own={own} /> : null}
      </div>
    </>
  );
}
