import { KeyValue } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { Creator } from "@/lib/domain/roster";

const none = <span className="text-muted">None sent</span>;

/** What the partner sent of a creator, and what the API tells. */
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
        ...(verifiedAt ? [{ label: "ID verified", value: <Time at={verifiedAt} as="date" /> }] : []),
        ...(suspendedAt ? [{ label: "Suspended", value: <Time at={suspendedAt} /> }] : []),
        ...(complianceStatementUrl
          ? [
              {
                label: "2257 statement",
                value: <TextLink href={complianceStatementUrl}>{complianceStatementUrl}</TextLink>,
              },
            ]
          : []),
        { label: "Callback URL", value: <span className="break-all">{callbackUrl}</span> },
        { label: "Redirect URL", value: redirectUrl ? <span className="break-all">{redirectUrl}</span> : none },
      ]}
    />
  );
}
