import { JOBS_PATH, PRODUCERS_PATH, PRODUCTIONS_PATH } from "@/components/shell/addresses";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { FactsCard } from "@/components/ui/card";
import { CopyId } from "@/components/ui/copy";
import { counted } from "@/components/ui/format";
import { TabNav } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { LinkedProduction } from "@/lib/domain/productions";
import type { CertificateStatus } from "@/lib/domain/productions/certificates/labels";
import type { RecordState as State, ProductionStatus as Status } from "@/lib/domain/productions/labels";

/** The facts of a production, as the linked partner knows them. */
export function ProductionFacts({ production }: { production: LinkedProduction }) {
  const { id, contentId, producer, productionDate, isOurs, createdAt, linkedAt, documentedAt } = production;
  return (
    <FactsCard
      id="facts"
      title="Production"
      narrow
      items={[
        { label: "Production id", value: <CopyId value={id} label="production id" /> },
        contentId && { label: "Your content id", value: <CopyId value={contentId} label="your content id" /> },
        { label: "Producer", value: producer.name },
        { label: "Produced", value: <Time at={productionDate} as="date" /> },
        { label: "Platforms", value: platformsText(production) },
        {
          label: "Created",
          value: (
            <>
              <Time at={createdAt} as="datetime" />
              {/* The history says which key or member created ours. */}
              {isOurs ? null : <span className="block text-muted">by the producer or another platform</span>}
            </>
          ),
        },
        linkedAt && !isOurs && { label: "Linked", value: <Time at={linkedAt} as="datetime" /> },
        {
          label: "Documented",
          value: documentedAt ? <Time at={documentedAt} as="datetime" /> : <span className="text-muted">Not yet</span>,
        },
      ]}
    />
  );
}

/** Who carries it, without naming anyone else. */
export const platformsText = ({ otherPlatforms }: Pick<LinkedProduction, "otherPlatforms">): string =>
  otherPlatforms > 0 ? `You and ${counted(otherPlatforms, "other platform")}` : "Only you";

/** What was sealed. Only custodians can open it. */
export function SealedPackage({ sealed }: { sealed: NonNullable<LinkedProduction["package"]> }) {
  const { sealedAt, archiveSha256, performerCount, depictionCount } = sealed;
  return (
    <FactsCard
      id="package"
      title="Sealed package"
      description="It holds the releases, the indexes and the copies of IDs that we have. Only our custodians can open it."
      narrow
      items={[
        { label: "Sealed", value: <Time at={sealedAt} as="datetime" /> },
        {
          label: "Covers",
          value: `${counted(performerCount, "performer")}, ${counted(depictionCount, "depiction")}`,
        },
        { label: "SHA-256", value: <CopyId value={archiveSha256} label="hash of the package" /> },
      ]}
    />
  );
}

export const PRODUCTION_STATUS_WORDS: Record<Status, string> = {
  pending_documentation: "Pending documentation",
  documented: "Documented",
  takedown_pending: "Takedown pending",
  takedown_complete: "Takedown complete",
  revoked: "Revoked",
};

const TONES: Record<Status, Tone> = {
  pending_documentation: "neutral",
  documented: "done",
  takedown_pending: "waiting",
  takedown_complete: "neutral",
  revoked: "harm",
};

/** A production's status. The API's value is in the tooltip. `waitsOnReader`: whether the reader is to document it. */
export const ProductionStatus = ({ status, waitsOnReader = false }: { status: Status; waitsOnReader?: boolean }) => (
  <span className="inline-flex" title={status}>
    <StatusBadge
      tone={waitsOnReader && status === "pending_documentation" ? "waiting" : TONES[status]}
      ended={status === "takedown_complete"}
    >
      {PRODUCTION_STATUS_WORDS[status]}
    </StatusBadge>
  </span>
);

const STATE_WORDS: Record<State, string> = {
  pending: "Pending",
  forms_signed: "Forms signed",
  in_review: "In review",
  id_verified: "ID verified",
  refused: "Refused",
  closed: "Scene closed",
};

const STATE_TONES: Record<State, Tone> = {
  pending: "neutral",
  forms_signed: "accent",
  in_review: "accent",
  id_verified: "done",
  refused: "harm",
  closed: "harm",
};

/** How far a performer's records are. */
export const RecordState = ({ state }: { state: State }) => (
  <span className="inline-flex" title={state}>
    <StatusBadge tone={STATE_TONES[state]}>{STATE_WORDS[state]}</StatusBadge>
  </span>
);

const CERTIFICATE_WORDS: Record<CertificateStatus, string> = {
  CURRENT: "Current",
  SUPERSEDED: "Superseded",
  REVOKED: "Revoked",
};

const CERTIFICATE_TONES: Record<CertificateStatus, Tone> = { CURRENT: "done", SUPERSEDED: "neutral", REVOKED: "harm" };

/** A certificate's status. A current one that has ended says so. */
export function CertificateStatusBadge({
  status,
  hasEnded = false,
}: {
  status: CertificateStatus;
  hasEnded?: boolean;
}) {
  const isOver = status === "CURRENT" && hasEnded;
  return (
    <span className="inline-flex" title={status}>
      <StatusBadge tone={isOver ? "waiting" : CERTIFICATE_TONES[status]} ended={status === "SUPERSEDED"}>
        {isOver ? "Ended" : CERTIFICATE_WORDS[status]}
      </StatusBadge>
    </span>
  );
}

const TABS = [
  { href: PRODUCTIONS_PATH, label: "Productions" },
  { href: JOBS_PATH, label: "Verification jobs" },
  { href: PRODUCERS_PATH, label: "Producers" },
];

/** The lists under Productions. */
export const ProductionTabs = ({ current }: { current: (typeof TABS)[number]["href"] }) => (
  <TabNav label="Productions" current={current} items={TABS} />
);
