import { ButtonLink } from "@/components/ui/button";
import { Stat, StatRow } from "@/components/ui/stat";
import type { SoloStatus } from "@/lib/domain/accounts/states";
import { cutCountText } from "./count-text";

const STATUSES: readonly { status: SoloStatus; label: string; hint: string }[] = [
  { status: "active", label: "Active", hint: "May upload" },
  { status: "pending_id_verification", label: "ID check pending", hint: "Waits for the creator, or for our review" },
  { status: "subscribed_pending_id", label: "Paid, ID missing", hint: "May upload once the ID is verified" },
  { status: "suspended", label: "Suspended", hint: "May not upload" },
];

/** How many creators stand where. Each figure leads to them. */
export function CreatorCounts({ counts, most }: { counts: Record<SoloStatus, number>; most: number }) {
  return (
    <section aria-labelledby="creators" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="creators" className="font-semibold text-base">
          Creators
        </h2>
        <ButtonLink href="/portal/creators" size="sm">
          All creators
        </ButtonLink>
      </div>
      <StatRow>
        {STATUSES.map(({ status, label, hint }) => (
          <Stat
            key={status}
            label={label}
            value={cutCountText(counts[status], most)}
            hint={hint}
            href={`/portal/creators?status=${status}`}
          />
        ))}
      </StatRow>
    </section>
  );
}
