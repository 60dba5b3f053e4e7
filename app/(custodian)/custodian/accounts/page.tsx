import { UserLock } from "lucide-react";
import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { AccountList } from "@/components/custody/account-list";
import { EmptyState } from "@/components/ui/callout";
import { SearchInput } from "@/components/ui/filter-form";
import { FilterBar } from "@/components/ui/filters";
import { listHref, readListAddress } from "@/components/ui/list-address";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { findAccountsOf, listHeld } from "@/lib/domain/custody";

export const metadata: Metadata = { title: "Accounts" };

const PATH = "/custodian/accounts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The accounts that the service holds, and any other by its id or its person's address. */
export default async function AccountsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { q, cursor } = readListAddress(await searchParams, ["q", "cursor"]);
  const wanted = q?.trim() || undefined;
  const found = wanted ? await findAccountsOf(ctx, wanted) : null;
  const held = wanted ? null : await listHeld(ctx, { cursor });
  return (
    <>
      <PageHeader title="Accounts" description="Creators’ accounts at every partner, and the holds of the service." />
      <div className="flex flex-col gap-4">
        <FilterBar
          path={PATH}
          clearHref={wanted && PATH}
          search={
            <SearchInput
              listed={wanted}
              label="Find an account"
              placeholder="Start of email, or account id"
              className="md:max-w-96"
            />
          }
        />
        {found ? (
          <AccountList
            caption="Accounts found"
            rows={found.map((row) => ({ ...row, accountId: row.id, heldAt: null }))}
            showHeld={false}
            empty={
              <EmptyState title="No account matches" icon={<UserLock aria-hidden />}>
                An email from its beginning, or an account id whole.
              </EmptyState>
            }
          />
        ) : null}
        {held ? (
          <>
            <h2 className="font-semibold text-base">Held by the service</h2>
            <AccountList
              caption="Accounts held by the service, the latest first"
              rows={held.rows}
              showHeld
              empty={
                <EmptyState title="The service holds nobody" icon={<UserLock aria-hidden />}>
                  Find an account to look at it, and to hold it.
                </EmptyState>
              }
            />
            <Pager
              newer={held.newer && listHref(PATH, { cursor: held.newer })}
              older={held.older && listHref(PATH, { cursor: held.older })}
            />
          </>
        ) : null}
      </div>
    </>
  );
}
