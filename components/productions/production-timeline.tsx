import { EventTimeline } from "@/components/ui/event-timeline";
import { counted } from "@/components/ui/format";
import type { ProductionEvent } from "@/lib/domain/productions";

type ProductionTimelineProps = { entries: readonly ProductionEvent[]; eventsHref: string | null };

const DID: Record<ProductionEvent["what"], string> = {
  created: "Created",
  edited: "Details changed",
  partner_linked: "Linked",
  scene_added: "Scene added",
  scene_removed: "Scene removed",
  depictions_added: "Depictions added",
  depictions_removed: "Depictions removed",
  sealing_started: "Sealing started",
  sealed: "Records sealed",
  sealing_failed: "Sealing failed",
  documented: "Documented",
  renewed: "Certificate renewed",
  imported: "Certificates imported",
  records_inspected: "Records shown to an inspector",
  takedown_requested: "Removal requested",
  frozen: "Takedown pending",
  takedown_confirmed: "Removal request granted",
  takedown_rejected: "Removal request rejected",
  takedown_complete: "Taken down everywhere",
  taken_down: "Taken down",
  revoked: "Certificate revoked",
};

// What follows from a producer's act.
const OURSELVES = "the service";

/** A production's history, limited to what the partner may know. */
export const ProductionTimeline = (props: ProductionTimelineProps) => (
  <EventTimeline
    {...props}
    keyOf={(entry) => `${entry.what} ${entry.by} ${entry.at.getTime()}`}
    textOf={(entry) => <Saying entry={entry} />}
  />
);

const Saying = ({ entry: { what, by, count, partner } }: { entry: ProductionEvent }) => (
  <>
    <span className="font-medium">{DID[what]}</span>
    {what === "partner_linked" ? ` to ${partner ?? "your platform"}` : null}
    {count === null ? null : ` (${counted(count, "depiction")})`}
    {by === OURSELVES ? null : ` by ${by}`}
  </>
);
