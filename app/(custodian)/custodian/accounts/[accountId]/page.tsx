import type { Metadata } from "next";
import { requireCustodian } from "@/app/session";
import { SoloStatus } from "@/components/accounts/solo-status";
import { AccountFacts, AccountSuspensions, PersonLeft } from "@/components/custody/account-facts";
import { Acts, AttestedSessions } from "@/components/custody/attestation";
import { ReservedPage } from "@/components/custody/record-link";
import { SuspendActions } from "@/components/custody/suspend-actions";
import { SectionCard } from "@/components/ui/card";
import { History } from "@/components/ui/history";
import { PageHeader } from "@/components/ui/page-header";
import { viewAccount } from "@/lib/domain/accounts/custody";
import { listAttestedSessions } from "@/lib/domain/scenes/upload-sessions";
import { nullIfReserved } from "../../null-if-reserved";
import { liftAction, suspendAction } from "./actions";

export const metadata: Metadata = { title: "Account" };

const BACK = { href: "/custodian/accounts", label: "Accounts" };

type Props = { params: Promise<{ accountId: string }> };

/** One account: its facts, suspensions and history. Each view is recorded in the ledger. */
export default async function AccountPage({ params }: Props) {
  const ctx = await requireCustodian();
  const { accountId } = await params;
  const account = await viewAccount(ctx, accountId).catch(nullIfReserved(ctx));
  if (account === null) {
    return <ReservedPage title="Account" back={BACK} />;
  }
  const { email, status, suspendReason, isLeft, history, suspensions, approvals } = account;
  return (
    <>
      <PageHeader
        title={<span className="break-all">{email}</span>}
        back={BACK}
        meta={<SoloStatus status={status} reason={isLeft ? null : suspendReason} reader="service" />}
        actions={
          <SuspendActions
            account={account}
            suspend={suspendAction.bind(null, accountId)}
            lift={liftAction.bind(null, accountId)}
          />
        }
      />
      {isLeft ? <PersonLeft account={account} /> : null}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="flex min-w-0 flex-col gap-6">
          <AccountSuspensions suspensions={suspensions} />
          {approvals.length > 0 ? (
            <Acts
              id="approvals"
              title="Link approvals"
              description="What the creator approved, newest first."
              acts={approvals}
              textLabel="Text of the approval"
            />
          ) : null}
          <AttestedSessions sessions={await listAttestedSessions(ctx, accountId)} />
          <History lines={history.rows} total={history.total} />
        </div>
        <SectionCard id="facts" title="Account" className="max-lg:order-first">
          <AccountFacts account={account} />
        </SectionCard>
      </div>
    </>
  );
}
