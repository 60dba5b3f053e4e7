import { Attestation } from "@/components/custody/attestation";
import { Callout } from "@/components/ui/callout";
import { KeyValue, SectionCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { Time } from "@/components/ui/time";
import type { ViewedRequest } from "@/lib/domain/removals/custody";
import { AGE_CHOICES, CONSENT_CHOICES, KIND_CHOICES, SPREAD_CHOICES } from "@/lib/domain/removals/filing/labels";

type ClaimProps = { request: ViewedRequest };

/** What the claimant says, in their own words, and what they signed. */
export function Claim({ request }: ClaimProps) {
  const { claim, statement } = request;
  return (
    <SectionCard
      id="claim"
      title="Claim"
      description="Confidential: platforms never see who asks, or why."
      body="flex flex-col gap-6"
    >
      {claim ? (
        <>
          {claim.age === "minor" ? (
            <Callout tone="harm" title="The claimant says that the person shown was under 18">
              Decide this request first.
            </Callout>
          ) : null}
          {claim.description ? (
            <blockquote className="wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-4">
              {claim.description}
            </blockquote>
          ) : null}
          <KeyValue narrow items={[...answersIn(claim), ...namedIn(request)]} />
        </>
      ) : (
        <Callout tone="harm" title="The claim can’t be read">
          Its data was changed, or its key is missing. Give your operators this request id:{" "}
          <CopyId value={request.id} label="request id" short />
        </Callout>
      )}
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">Statement</h3>
        <Attestation act={statement} textLabel="Text of the statement" />
      </div>
    </SectionCard>
  );
}

type Answers = NonNullable<ViewedRequest["claim"]>;

function answersIn({ name, otherNames, actsFor, kind, age, spread, consent }: Answers) {
  return [
    { label: "Name", value: name },
    ...(actsFor
      ? [
          { label: "Acts for", value: actsFor.name },
          { label: "Authority", value: actsFor.authority },
        ]
      : []),
    otherNames.length > 0 && { label: "Other names", value: otherNames.join(", ") },
    { label: "What it is", value: KIND_CHOICES[kind].label },
    age && { label: "Age shown", value: AGE_CHOICES[age].label },
    spread && { label: "Where it is", value: SPREAD_CHOICES[spread].label },
    consent && { label: "Agreed", value: CONSENT_CHOICES[consent].label },
  ];
}

function namedIn({ email, urls, sha256s, requestedAt, deadlineAt, id }: ViewedRequest) {
  return [
    { label: "Email", value: email },
    {
      label: "URLs",
      value:
        urls.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {urls.map((url) => (
              <li key={url}>
                <CopyId value={url} label="URL" />
              </li>
            ))}
          </ul>
        ) : (
          <span className="text-muted">None named</span>
        ),
    },
    sha256s.length > 0 && {
      label: "Files",
      value: sha256s.map((hash) => <CopyId key={hash} value={hash} label="SHA-256 of the file" short />),
    },
    { label: "Requested", value: <Time at={requestedAt} as="datetime" /> },
    { label: "Deadline", value: <Time at={deadlineAt} as="datetime" /> },
    { label: "Request id", value: <CopyId value={id} label="request id" short /> },
  ];
}
