import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { counted } from "@/components/ui/format";
import type { Source } from "@/lib/domain/removals/exchange";

type EndSourceProps = Source & Record<"end" | "endNow", Parameters<typeof ConfirmAction>[0]["action"]>;

const hashes = (count: number): string => counted(count, "hash", "hashes");

/** Ends a source, or one that is ending without its withdrawals. */
export const EndSource = ({ withdraws, submitted, keysSetAt, end, endNow }: EndSourceProps) =>
  withdraws ? (
    <ConfirmAction
      trigger={<Button>End now</Button>}
      title="End without withdrawing?"
      confirmLabel="End now"
      action={endNow}
    >
      {submitted > 0
        ? `We leave ${hashes(submitted)} of ours at the service, and delete the keys now. You won’t be able to withdraw ${submitted === 1 ? "it" : "them"} later, even if a removal is reversed.`
        : "We delete the keys now."}{" "}
      You can’t undo this.
    </ConfirmAction>
  ) : (
    <ConfirmAction
      trigger={<Button>End source</Button>}
      title="End this source?"
      confirmLabel="End source"
      action={end}
    >
      We stop matching its hashes, close its open matches and delete its hashes in 30 days.{" "}
      {submitted > 0 ? `First we withdraw the ${hashes(submitted)} that we submitted. ` : ""}
      {keysSetAt ? "We delete its keys once nothing is left to withdraw. " : ""}
      You can’t undo this.
    </ConfirmAction>
  );
