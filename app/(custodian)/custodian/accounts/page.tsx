import { UserLock } from "lucide-react";
import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { AccountList } from "@/components/custody/account-list";
import { ListFilters } from "@/components/lists/filters";
import { listHref, pagesOf, readListAddress, type SearchParams } from "@/components/lists/list-address";
import { Pager } from "@/components/lists/pager";
import { EmptyState } from "@/components/ui/callout";
import { PageHeader } from "@/components/ui/page-header";
import { findAccountsOf, suspendedList } from "@/lib/domain/accounts/custody";

export const metadata: Metadata = { title: "Accounts" };

const PATH = "/custodian/accounts";

type Props = { searchParams: SearchParams };

/** The accounts the service suspended, and a search for any other. */
export default async function AccountsPage({ searchParams }: Props) {
  const ctx = await requireCustodian();
  const { q, cursor } = readListAddress(await searchParams, ["q", "cursor"]);
  const wanted = q?.trim() || undefined;
  const found = wanted ? await findAccountsOf(ctx, wanted) : null;
  const suspended = wanted ? null : await suspendedList.read(ctx, { cursor });
  return (
    <>
      <PageHeader title="Accounts" description="Creator accounts at every partner, and those the service suspended." />
      <div className="flex flex-col gap-4">
        <ListFilters
          path={PATH}
          address={{ q: wanted }}
          search={{ label: "Find an account", placeholder: "Start of email, or account id", className: "md:max-w-96" }}
        />
        {found ? (
          <AccountList
            caption="Accounts found"
            rows={found.map((row) => ({ ...row, accountId: row.id, suspendedAt: null }))}
            showSuspendedAt={false}
            empty={
              <EmptyState title="No matching accounts" icon={<UserLock aria-hidden />}>
                Enter the start of an email, or a full account id.
              </EmptyState>
            }
          />
        ) : null}
        {suspended ? (
          <>
            <h2 className="font-semibold text-base">Suspended by the service</h2>
            <AccountList
              caption="Accounts suspended by the service, newest first"
              rows={suspended.rows}
              showSuspendedAt
              empty={
                <EmptyState title="No suspended accounts" icon={<UserLock aria-hidden />}>
                  Find an account to view or suspend it.
                </EmptyState>
              }
            />
            <Pager {...pagesOf(suspended, (cursor) => listHref(PATH, { cursor }))} />
          </>
        ) : null}
      </div>
    </>
  );
}
