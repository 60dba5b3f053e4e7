import { KeepRefreshing } from "@/components/live/refresh";
import { Spinner } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";

/** What the producer sees while their records are being sealed. The page follows it to the end, also without scripts. */
export const Sealing = ({ since }: { since: Date }) => (
  <Card className="flex flex-col gap-3 p-4 md:p-6">
    <KeepRefreshing />
    <p role="status" className="flex items-center gap-3 font-medium">
      <Spinner />
      In progress
    </p>
    <p className="max-w-prose text-muted">
      We collect the releases, the indexes and the copies of IDs that we have, and lock them. This usually takes less
      than a minute. Started <Time at={since} />.
    </p>
    <p className="max-w-prose text-muted">
      You can leave this page. The certificate appears here and goes to each linked platform.
    </p>
  </Card>
);
