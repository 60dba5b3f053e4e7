import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { ViewedRecord } from "@/lib/domain/content";

/** How long the index says who appears. */
export const IndexKeeping = ({ until, legalHold }: ViewedRecord["index"]) => (
  <Card as="section" aria-labelledby="index-keeping">
    <CardHeader
      id="index-keeping"
      title={
        legalHold ? (
          "Index kept: a legal hold stands"
        ) : (
          <>
            Index kept until <Time at={until} as="date" />
          </>
        )
      }
    />
    <CardBody className="text-muted text-sm">
      {legalHold ? (
        <>
          Nothing erases it before the hold is lifted. Its own clock, seven years from the production or from the last
          change of the entry, ends on <Time at={until} as="date" />.
        </>
      ) : (
        "Seven years from the production or from the last change of the entry, whichever is later."
      )}
    </CardBody>
  </Card>
);
