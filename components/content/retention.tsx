import type { ReactNode } from "react";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { DepictionDetail, ViewedRecord } from "@/lib/domain/content";

type RetentionProps = DepictionDetail["retention"] | NonNullable<ViewedRecord["logged"]>["retention"];

/** How long the record is kept and, for a custodian, that a legal hold keeps it. */
export function Retention(retention: RetentionProps) {
  const { title, why } = inWords(retention);
  return (
    <Card as="section" aria-labelledby="retention">
      <CardHeader id="retention" title={title} />
      <CardBody className="text-muted text-sm">{why}</CardBody>
    </Card>
  );
}

function inWords({ until, isOver, mustBeKept, ...custodians }: RetentionProps): { title: ReactNode; why: ReactNode } {
  const day = <Time at={until} as="date" />;
  if ("legalHold" in custodians && custodians.legalHold)
    return { title: "Kept: a legal hold stands", why: "Nothing erases it before the hold is lifted." };
  if (!isOver)
    return {
      title: <>Kept until {day}</>,
      why: "Seven years from its production, also when it is removed. After that it is erased with its copy, unless it must be kept longer.",
    };
  if (mustBeKept) return { title: "Kept", why: <>Its seven years ended on {day}, and it must be kept longer.</> };
  return { title: <>Its seven years ended on {day}</>, why: "It is erased in the coming night, with its copy." };
}
