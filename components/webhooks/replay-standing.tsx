import type { PortalReplay } from "@/lib/domain/webhooks/delivery-schemas";
import { ReplayGoOn, type ReplayGoOnProps } from "./replay-go-on";
import { LastReplay, ReplayProgress } from "./replay-progress";

/** How the replay under way goes, and what there is to do when it takes too long; or what the last one came to. */
export function ReplayStanding({ replay, ...goOn }: ReplayGoOnProps & { replay: PortalReplay }) {
  if (replay.finishedAt !== null) return <LastReplay replay={replay} />;
  return (
    <>
      <ReplayProgress replay={replay} />
      {replay.isLate ? <ReplayGoOn {...goOn} /> : null}
    </>
  );
}
