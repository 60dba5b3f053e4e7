import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { DepictionDetail } from "@/lib/domain/content";

/** How long the record is kept, and why. */
export function Retention({ until, legalHold, mustBeKept }: DepictionDetail["retention"]) {
  return (
    <Card as="section" aria-labelledby="retention">
      <CardHeader
        id="retention"
        title={
          legalHold ? (
            "Kept: a legal hold stands"
          ) : mustBeKept ? (
            <>
              Kept until <Time at={until} as="date" />
            </>
          ) : (
            <>
              Its seven years ended on <Time at={until} as="date" />
            </>
          )
        }
      />
      <CardBody className="text-muted text-sm">
        {legalHold
          ? "Nothing erases it before the hold is lifted."
          : mustBeKept
            ? "Seven years from its production, also when it is removed. After that it is erased, with its copy."
            : "It is erased in the coming night, with its copy."}
      </CardBody>
    </Card>
  );
}
