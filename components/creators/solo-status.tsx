import { StatusBadge } from "@/components/ui/badge";

const LOOK = {
  active: { tone: "done", label: "Active" },
  suspended: { tone: "harm", label: "Suspended" },
  subscribed_pending_id: { tone: "neutral", label: "Paid, ID missing" },
  pending_id_verification: { tone: "neutral", label: "ID check pending" },
} as const;

const REASON = {
  subscription_lapsed: "subscription ended",
  platform_lapsed: "platform fee unpaid",
  partner_deactivated: "deactivated by you",
  platform_deactivated: "suspended by the service",
  manual_suspension: "suspended by the service",
} as const;

/** A creator's status in words, with the reason while suspended. The contract's own value is in the title. */
export function SoloStatus({ status, reason }: { status: keyof typeof LOOK; reason: keyof typeof REASON | null }) {
  const { tone, label } = LOOK[status];
  return (
    <span className="inline-flex flex-wrap items-center gap-2" title={status}>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {reason ? <span className="text-muted">{REASON[reason]}</span> : null}
    </span>
  );
}
