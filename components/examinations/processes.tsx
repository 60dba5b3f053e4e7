import { InlineLink } from "@/components/acts/parts";
import { FactsCard, SectionCard } from "@/components/ui/card";
import type { Processes } from "@/lib/domain/examinations";
import { DECLARATION, documentLabels } from "@/lib/domain/identity/documents";
import { ROLE_LABELS, ROLES } from "@/lib/domain/parties/people/roles";
import { BASIS_WORDS } from "@/lib/domain/removals/filing/labels";
import { BASIS_LABELS, LEGAL_BASES } from "@/lib/domain/removals/labels";
import { dayText } from "@/lib/platform/date-text";

const REVIEWED: Readonly<Record<Processes["identityDriver"], string>> = {
  custodian_review:
    "A custodian of records compares the photos of the ID with the person’s portrait, and approves or rejects them.",
  stripe_identity: "Stripe Identity compares the ID with a portrait.",
};

/** How the service works. Every sentence is from its configuration, or a rule that its code enforces. */
export const ProcessesView = ({
  processes: { custodian, identityDriver, files, log, keys },
}: {
  processes: Processes;
}) => (
  <>
    <FactsCard
      id="custodian"
      title="Custodian of records"
      items={[
        { label: "Name", value: custodian.name },
        { label: "Title", value: custodian.title },
        { label: "Address", value: custodian.address },
        { label: "Hours", value: custodian.hours },
      ]}
    />
    <FactsCard
      id="identity"
      title="Verifying people"
      items={[
        {
          label: "Who",
          value: "Every performer and creator, before their record counts as complete. Nobody under 18.",
        },
        { label: "Documents", value: Object.values(documentLabels).join(", ") },
        {
          label: "Photos",
          value: "Both sides of the document, or a passport’s page with the picture, and a portrait.",
        },
        { label: "Check", value: REVIEWED[identityDriver] },
        { label: "Declaration", value: DECLARATION.statement },
      ]}
    />
    <FactsCard
      id="records"
      title="Keeping records"
      items={[
        {
          label: "Kept for",
          value: "Seven years from production or recording, whichever is later, and as long as a legal hold lasts.",
        },
        {
          label: "Erased",
          value: "Then automatically. The database refuses to delete a record before, also to us.",
        },
        {
          label: "IDs",
          value: "Encrypted with AES-256-GCM, under a key for each person.",
        },
        {
          label: "Files",
          value:
            files.store === "disk"
              ? "On the service’s own disks."
              : files.isLocked
                ? "In object storage that itself refuses to delete what must be kept."
                : "In object storage.",
        },
        {
          label: "Viewed",
          value:
            "Each view of an ID needs a reason. The person sees when it was viewed, and by a custodian or which agency’s examiner, but no name.",
        },
      ]}
    />
    <SectionCard
      id="clocks"
      title="Removal requests"
      description="How long a decision may take, from filing. Business days are those of the federal government, in New York."
    >
      <ul className="flex flex-col">
        {LEGAL_BASES.map((basis) => (
          <li
            key={basis}
            className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2 last:border-b-0 last:pb-0"
          >
            <span>{BASIS_LABELS[basis]}</span>
            <span className="text-muted">{BASIS_WORDS[basis].within}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
    <FactsCard
      id="roles"
      title="Who may do what"
      items={[
        {
          label: "Custodian",
          value:
            "Views IDs and records for a stated reason, decides requests. Never in their own matters: a conflict of interest closes the record to them.",
        },
        {
          label: "Two custodians",
          value: "Open an examination: one enters it, another confirms it.",
        },
        { label: "Producer", value: "Sees their own productions." },
        { label: "Performer", value: "Sees their own ID and records, and when a custodian or an agency viewed them." },
        ...ROLES.map((role) => ({
          label: `Partner: ${ROLE_LABELS[role].name.toLowerCase()}`,
          value: ROLE_LABELS[role].may,
        })),
      ]}
    />
    <SectionCard
      id="log"
      title="Ledger and log"
      description="Each change and each view is an entry of a ledger that only grows. A public log proves that no entry was changed, removed or inserted."
      body="flex flex-col gap-4"
    >
      <ul className="flex flex-col gap-2">
        <li>
          <InlineLink href="/verify/ledger">Verify a proof of an entry</InlineLink>
        </li>
        <li>
          <InlineLink href="/ledger/checkpoint">The log’s newest checkpoint</InlineLink>
        </li>
        <li>
          <InlineLink href="/verify">Verify a certificate</InlineLink>
        </li>
      </ul>
      <p className="text-sm">
        Log <span className="break-all font-mono">{log.origin}</span>.{" "}
        {log.witnesses === 0
          ? "No witness cosigns its checkpoints."
          : `Cosigned by ${log.witnesses === 1 ? "one witness" : `${log.witnesses} witnesses`}.`}
      </p>
      {keys.length > 0 ? (
        <ul className="flex flex-col gap-2" aria-label="Keys that sign the log">
          {keys.map(({ id, verifierKey, createdAt, retiredAt }) => (
            <li key={id} className="text-sm">
              <span className="break-all font-mono text-xs">{verifierKey}</span>
              <span className="block text-muted">
                Signs since {dayText(createdAt)}
                {retiredAt ? `, until ${dayText(retiredAt)}` : ""}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </SectionCard>
  </>
);
