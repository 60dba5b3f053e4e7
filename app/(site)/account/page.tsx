import type { Metadata } from "next";
import { setBlursPicturesAction } from "@/app/(custodian)/custodian/pictures";
import { switchPartnerAction } from "@/app/(portal)/portal/actions";
import { areasOf } from "@/app/areas";
import { requirePerson, requireSession } from "@/app/session";
import { signOutAction } from "@/app/sign-out";
import { AcceptForm } from "@/components/parties/producers/name-form";
import { SignOutForm } from "@/components/shell/account";
import { Callout } from "@/components/ui/callout";
import { Checkbox } from "@/components/ui/choices";
import { SubmitButton } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader, PageSection } from "@/components/ui/page-header";
import { Toasts } from "@/components/ui/toasts";

import { listInvitationsOf } from "@/lib/domain/parties/partners";
import { ROLE_LABELS } from "@/lib/domain/parties/people";
import { listProducerInvitationsOf } from "@/lib/domain/parties/producers";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { CUSTODIANS_STAY_OUT } from "../for-invited";
import { acceptInvitationAction, acceptProducerInvitationAction } from "./actions";
import { SecuritySections } from "./security-sections";

export const metadata: Metadata = { title: "Account settings" };

/** For every signed-in user: the areas they can open, their passkeys and sessions. */
export default async function AccountPage() {
  const session = await requireSession();
  const { user, memberships, producer } = session;
  const person = await requirePerson();
  const [invitations, asProducer] = [await listInvitationsOf(person), await listProducerInvitationsOf(person)];
  const areas = await areasOf(session);
  const isInWorks = areas.some(({ root }) => root === "/creator");
  const nowhere = areas.length === 0 && invitations.length === 0 && asProducer.length === 0;
  return (
    <>
      <div className="mx-auto w-full max-w-4xl px-4 py-8 text-sm md:px-8 md:py-12">
        <PageHeader
          title="Account settings"
          description={<span className="break-all">{user.email}</span>}
          actions={<SignOutForm action={signOutAction} />}
        />
        <div className="flex flex-col gap-10">
          <PageSection id="places" title="Where you can go" className="items-start">
            {invitations.map(({ id, partnerName, role, invitedBy }) => (
              <Callout key={id} tone="accent" title={`${partnerName} invites you to its team`} className="w-full">
                <p className="break-words">
                  As {ROLE_LABELS[role].name.toLowerCase()}. {ROLE_LABELS[role].may}{" "}
                  {invitedBy ? `Invited by ${invitedBy}.` : ""}
                </p>
                {user.isCustodian ? <p className="mt-2">{CUSTODIANS_STAY_OUT}</p> : null}
                <form action={acceptInvitationAction.bind(null, id, "/account")} className="mt-3">
                  <SubmitButton size="sm" pendingLabel="Joining">
                    Join {partnerName}
                  </SubmitButton>
                </form>
              </Callout>
            ))}
            {/* One form for the name, which is asked once. */}
            {(producer ? asProducer : asProducer.slice(0, 1)).map(({ id, partnerName, invitedBy }) => (
              <Callout
                key={id}
                tone="accent"
                title={`${partnerName ?? SERVICE_NAME} invites you as a producer`}
                className="w-full"
              >
                <p className="break-words pb-3">
                  {invitedBy ? `Invited by ${invitedBy}. ` : ""}
                  {user.isCustodian ? CUSTODIANS_STAY_OUT : ""}
                </p>
                <AcceptForm
                  accept={acceptProducerInvitationAction.bind(null, id, "/account")}
                  currentName={producer?.name ?? null}
                />
              </Callout>
            ))}
            {areas
              .filter(({ root }) => root !== "/portal")
              .map(({ home, open }) => (
                <ButtonLink key={home} href={home}>
                  {open}
                </ButtonLink>
              ))}
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
          </PageSection>
          {user.isCustodian ? (
            <PageSection id="pictures" title="Pictures" className="items-start">
              <form action={setBlursPicturesAction} className="flex flex-col items-start gap-4">
                <Checkbox
                  name="blursPictures"
                  label="Open pictures blurred and grey"
                  description="For ID photos and stored copies on custodians’ pages. Press a picture to show it."
                  defaultChecked={user.blursPictures}
                />
                <SubmitButton variant="secondary">Save</SubmitButton>
              </form>
            </PageSection>
          ) : null}
          <PageSection id="removal" title="Ask for a removal" className="items-start">
            <p className="max-w-prose text-muted">
              {isInWorks
                ? "Choose the work in your list, and you don’t have to describe it. For anything else, say where it is."
                : "Are you shown in an image or video that should not be there? Tell us where it is."}
            </p>
            <div className="flex flex-wrap gap-3">
              {isInWorks ? <ButtonLink href="/creator/works">Choose a work</ButtonLink> : null}
              <ButtonLink href="/removal">{isInWorks ? "Something else" : "Start a request"}</ButtonLink>
            </div>
          </PageSection>
          <SecuritySections path="/account" />
        </div>
      </div>
      <Toasts />
    </>
  );
}
