import type { Metadata } from "next";
import { requireCreator } from "@/app/(creator)/creator/creator";
import { StatementForm } from "@/components/creator/statement-form";
import { StatementStanding, StatementVersions } from "@/components/creator/statement-status";
import { Callout } from "@/components/ui/callout";
import { readListAddress, wordsFor } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { findVerification } from "@/lib/domain/identity";
import { findOwnStatement } from "@/lib/domain/statements";
import { publishStatementAction, saveStatementAction, withdrawStatementAction } from "./actions";

export const metadata: Metadata = { title: "Statement" };

const SAVED: Record<string, string> = { saved: "Saved. Preview it, then publish it." };
const DONE: Record<string, string> = {
  published: "Published.",
  withdrawn: "Withdrawn. Within a minute nobody can read it any more.",
};

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The creator's public statement: what it says, whether it is public, and what was public before. */
export default async function StatementPage({ searchParams }: Props) {
  const ctx = await requireCreator();
  const { done } = readListAddress(await searchParams, ["done"]);
  const news = wordsFor(DONE, done);
  const [own, verification] = [await findOwnStatement(ctx), await findVerification(ctx.actor.userId)];
  return (
    <>
      <PageHeader
        title="Your 2257 statement"
        description="A public page that says who keeps the records of your works, and where they can be inspected. You can link it wherever you publish. It is yours to publish or not."
      />
      <div className="flex flex-col gap-10">
        {news ? <Callout tone="done">{news}</Callout> : null}
        {own ? (
          <StatementStanding
            own={own}
            verified={verification !== null}
            publish={publishStatementAction}
            withdraw={withdrawStatementAction}
          />
        ) : null}
        <section aria-labelledby="says" className="flex flex-col gap-4">
          <h2 id="says" className="font-semibold text-base">
            What it says
          </h2>
          <StatementForm action={saveStatementAction} kept={own} news={wordsFor(SAVED, done)} />
        </section>
        {own && own.versions.length > 0 ? <StatementVersions own={own} /> : null}
      </div>
    </>
  );
}
