import type { Metadata } from "next";
import { requireCreator } from "@/app/(creator)/creator/creator";
import { AliasForm } from "@/components/creator/alias-form";
import { AliasList } from "@/components/creator/aliases";
import { LookList } from "@/components/creator/work-list";
import { Callout } from "@/components/ui/callout";
import { listHref, readListAddress, wordsFor } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { listAliases, listLooks } from "@/lib/domain/creator";
import { addAliasAction, retireAliasAction } from "./actions";

export const metadata: Metadata = { title: "Names and ID" };

const PATH = "/creator/identity";
const DONE: Record<string, string> = {
  added: "The name is in the index.",
  retired: "The name is marked as no longer used. It stays in the index.",
};

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** By what names a creator is found, and who looked at their ID. */
export default async function IdentityPage({ searchParams }: Props) {
  const ctx = await requireCreator();
  const { done, before } = readListAddress(await searchParams, ["done", "before"]);
  const news = wordsFor(DONE, done);
  const [aliases, { looks, older }] = [await listAliases(ctx), await listLooks(ctx, before)];
  return (
    <>
      <PageHeader
        title="Names and ID"
        description="By what names you are found here, and who has looked at your ID. No platform sees any of this."
      />
      <div className="flex flex-col gap-10">
        {news ? <Callout tone="done">{news}</Callout> : null}
        <section aria-labelledby="names" className="flex flex-col gap-4">
          <div>
            <h2 id="names" className="font-semibold text-base">
              Your other names
            </h2>
            <p className="max-w-prose text-muted">
              Every stage name, nickname or former name. The law asks for an index in which an inspector finds your
              works by any of them. Only custodians of records can search it.
            </p>
          </div>
          <AliasList aliases={aliases} retire={(aliasId) => retireAliasAction.bind(null, aliasId)} />
          <AliasForm action={addAliasAction} />
        </section>
        <section aria-labelledby="looks" className="flex flex-col gap-4">
          <div>
            <h2 id="looks" className="font-semibold text-base">
              Who looked at your ID and your records
            </h2>
            <p className="max-w-prose text-muted">
              Each look is written down before anything is shown, and cannot be taken out again. Custodians of records
              are named by their office.
            </p>
          </div>
          <LookList looks={looks} />
          <Pager
            newer={before ? PATH : null}
            older={older && listHref(PATH, { before: older })}
            labels={{ newer: "Latest", older: "Older" }}
          />
        </section>
      </div>
    </>
  );
}
