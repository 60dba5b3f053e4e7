import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyButton, CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Creator } from "@/lib/domain/accounts/roster";

const none = <span className="text-muted">Not sent</span>;

/** What the partner sent about a creator, and what the API answers. */
export function CreatorFacts({ creator }: { creator: Creator }) {
  const { accountId, externalUserId, email, firstName, lastName, callbackUrl, redirectUrl } = creator;
  const { createdAt, verifiedAt, suspendedAt, complianceStatementUrl } = creator;
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return (
    <KeyValue
      narrow
      items={[
        { label: "Account id", value: <CopyId value={accountId} label="account id" /> },
        { label: "Your user id", value: <CopyId value={externalUserId} label="your user id" /> },
        { label: "Email", value: <span className="break-all">{email}</span> },
        { label: "Name", value: name || none },
        { label: "Provisioned", value: <Time at={createdAt} /> },
        verifiedAt && { label: "ID verified", value: <Time at={verifiedAt} as="date" /> },
        suspendedAt && { label: "Suspended", value: <Time at={suspendedAt} /> },
        complianceStatementUrl && {
          label: "2257 statement",
          value: <TextLink href={complianceStatementUrl}>{complianceStatementUrl}</TextLink>,
        },
        { label: "Callback URL", value: <span className="break-all">{callbackUrl}</span> },
        { label: "Redirect URL", value: redirectUrl ? <span className="break-all">{redirectUrl}</span> : none },
      ]}
    />
  );
}

export function OnboardingLink({ url }: { url: string }) {
  return (
    <SectionCard
      id="onboarding"
      title="Onboarding link"
      description="Send the creator here to continue onboarding. The link expires after seven days and this page renews it, so copy a fresh one each time."
      actions={<CopyButton value={url} label="Copy link" />}
      body="flex flex-col gap-2 text-sm"
    >
      <p className="break-all rounded-md bg-sunken p-3 font-mono text-xs">{url}</p>
      <p className="text-muted">Open it in its own tab, not in a frame. The ID check needs the camera.</p>
    </SectionCard>
  );
}

/** The result of the provisioning form. It says nothing about the person, which a partner must not learn. */
export function ProvisionNotice({ when }: { when: unknown }) {
  if (when === "now") {
    return (
      <Callout tone="done" title="Provisioned" live>
        We emailed the creator a link. You can also send them the onboarding link.
      </Callout>
    );
  }
  if (when === "before") {
    return (
      <Callout tone="accent" title="You already provisioned this creator" live>
        One of your creators has this user id or email. Nothing was changed.
      </Callout>
    );
  }
  return null;
}
