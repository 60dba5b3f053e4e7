import type { Metadata } from "next";
import { switchPartnerAction } from "@/app/(portal)/portal/actions";
import { requirePerson, requireSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { SignOutForm } from "@/components/shell/account";
import { Toasts } from "@/components/toasts";
import { Callout } from "@/components/ui/callout";
import { SubmitButton } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";

import { isCreator } from "@/lib/domain/creator";
import { listInvitationsOf } from "@/lib/domain/partners";
import { ROLE_LABELS } from "@/lib/domain/people";
import { acceptInvitationAction } from "./actions";
import { SecuritySections } from "./security-sections";

export const metadata: Metadata = { title: "Account settings" };

/** For every signed-in user: the areas they can open, their passkeys and sessions. */
export default async function AccountPage() {
  const { user, memberships } = await requireSession();
  const invitations = await listInvitationsOf(await requirePerson());
  const hasCreatorPages = await isCreator(user.id);
  const nowhere = !hasCreatorPages && memberships.length === 0 && invitations.length === 0 && !user.isCustodian;
  return (
    <>
      <div className="mx-auto w-full max-w-4xl px-4 py-8 text-sm md:px-8 md:py-12">
        <PageHeader
          title="Account settings"
          description={<span className="break-all">{user.email}</span>}
          actions={<SignOutForm action={signOutAction} />}
        />
        <div className="flex flex-col gap-10">
          <section aria-labelledby="places" className="flex flex-col items-start gap-3">
            <h2 id="places" className="font-semibold text-base">
              Where you can go
            </h2>
            {invitations.map(({ id, partnerName, role, invitedBy }) => (
              <Callout key={id} tone="accent" title={`${partnerName} invites you to its team`} className="w-full">
                <p className="break-words">
                  As {ROLE_LABELS[role].name.toLowerCase()}. {ROLE_LABELS[role].may}{" "}
                  {invitedBy ? `Invited by ${invitedBy}.` : ""}
                </p>
                <form action={acceptInvitationAction.bind(null, id, "/account")} className="mt-3">
                  <SubmitButton size="sm" pendingLabel="Joining">
                    Join {partnerName}
                  </SubmitButton>
                </form>
              </Callout>
            ))}
            {hasCreatorPages ? <ButtonLink href="/creator">Open your creator account</ButtonLink> : null}
            {user.isCustodian ? <ButtonLink href="/custodian/identities">Review identities</ButtonLink> : null}
            {memberships.map(({ partnerId, partnerName, role }) => (
              <form key={partnerId} action={switchPartnerAction} className="flex flex-wrap items-center gap-3">
                <SubmitButton size="sm" variant="secondary" name="partnerId" value={partnerId}>
                  Open {partnerName}
                </SubmitButton>
                <span className="text-muted">Partner portal, {ROLE_LABELS[role].name.toLowerCase()}</span>
              </form>
            ))}
            {nowhere ? (
              <p className="max-w-prose text-muted">
                You don’t belong to a partner’s team. If a platform asked you to verify your ID, open the link it
                emailed you. You don’t need to sign in here.
              </p>
            ) : null}
          </section>
          <SecuritySections />
        </div>
      </div>
      <Toasts />
    </>
  );
}
