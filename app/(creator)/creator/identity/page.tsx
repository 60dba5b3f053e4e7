import type { Metadata } from "next";
import { requireCreator } from "@/app/session";
import { AliasForm } from "@/components/creators/own/alias-form";
import { AliasList } from "@/components/creators/own/aliases";
import { LookList } from "@/components/creators/own/work-list";
import { listHref, readListAddress, type SearchParams, wordsFor } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { Callout } from "@/components/ui/callout";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { listLooks } from "@/lib/domain/creators/overview";
import { listAliases } from "@/lib/domain/identity/names";
import { addAliasAction, retireAliasAction } from "../actions";

export const metadata: Metadata = { title: "Names and ID" };

const PATH = "/creator/identity";
const DONE: Record<string, string> = {
  added: "Name added to the index.",
  retired: "Name marked as no longer used. It stays in the index.",
};

type Props = { searchParams: SearchParams };

/** The names a creator is found by, and who viewed their ID. */
export default async function IdentityPage({ searchParams }: Props) {
  const ctx = await requireCreator();
  const { done, before } = readListAddress(await searchParams, ["done", "before"]);
  const news = wordsFor(DONE, done);
  const [aliases, { looks, older }] = [await listAliases(ctx), await listLooks(ctx, before)];
  return (
    <>
      <PageHeader
        title="Names and ID"
        description="The names inspectors can find you by, and who viewed your ID. Platforms see none of this."
      />
      <div className="flex flex-col gap-10">
        {news ? <Callout tone="done">{news}</Callout> : null}
        <PageSection
          id="names"
          title="Your other names"
          description="Add every stage name, nickname and former name. The law requires an index that lists your works under each of them. Only custodians of records can search it."
          className="gap-4"
        >
          <AliasList aliases={aliases} retire={(aliasId) => retireAliasAction.bind(null, aliasId)} />
          <AliasForm action={addAliasAction} />
        </PageSection>
        <PageSection
          id="looks"
          title="Who viewed your ID and records"
          description="We log every view before we show anything, and no one can delete the log. Custodians appear by title."
          className="gap-4"
        >
          <LookList looks={looks} />
          {looks.length > 0 ? (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted text-sm">
              <ButtonLink size="sm" href={`${PATH}/proofs`} download>
                Download proofs
              </ButtonLink>
              <span>
                Each shows that a view is in our public log. <TextLink href="/verify/ledger">Verify a proof</TextLink>
              </span>
            </div>
          ) : null}
          <Pager
            newer={before ? PATH : null}
            older={older && listHref(PATH, { before: older })}
            labels={{ newer: "Latest", older: "Older" }}
          />
        </PageSection>
      </div>
    </>
  );
}
