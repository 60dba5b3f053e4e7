import { STATUS_WORDS } from "@/components/accounts/solo-status";
import { cutCountText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Stat, StatRow } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import type { SoloStatus } from "@/lib/domain/accounts/states";

// A partner must not learn why a creator isn't active yet: the contract has one status for all the reasons.
const STATUSES: readonly { status: SoloStatus; hint: string }[] = [
  { status: "active", hint: "May upload" },
  { status: "pending_id_verification", hint: "May not upload yet" },
  { status: "subscribed_pending_id", hint: "May upload once the ID is verified" },
  { status: "suspended", hint: "May not upload" },
];

/** How many creators have each status. Each figure links to its list. */
export function CreatorCounts({ counts, most }: { counts: Record<SoloStatus, number>; most: number }) {
  return (
    <Section
      id="creators"
      title="Creators"
      actions={
        <ButtonLink href="/portal/creators" size="sm">
          All creators
        </ButtonLink>
      }
      className="gap-4"
    >
      <StatRow>
        {STATUSES.map(({ status, hint }) => (
          <Stat
            key={status}
            label={STATUS_WORDS[status]}
            value={cutCountText(counts[status], most)}
            hint={hint}
            href={`/portal/creators?status=${status}`}
          />
        ))}
      </StatRow>
    </Section>
  );
}
