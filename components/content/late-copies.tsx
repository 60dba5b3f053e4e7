import { Callout } from "@/components/ui/callout";
import { ButtonLink } from "@/components/ui/link";

/** Copies that were declared and did not come in 15 minutes, with the way to those records. */
export function LateCopies({ late, isMore }: { late: number; isMore: boolean }) {
  if (late === 0) return null;
  const count = `${late.toLocaleString("en")}${isMore ? "+" : ""}`;
  return (
    <Callout
      tone="waiting"
      title={late === 1 ? "1 compliance copy was never confirmed" : `${count} compliance copies were never confirmed`}
      actions={
        <ButtonLink size="sm" href="/portal/content?copy=late">
          {late === 1 ? "Show the record" : "Show the records"}
        </ButtonLink>
      }
    >
      Declared more than 15 minutes ago: not uploaded, or uploaded and not confirmed. Each record shows the calls that
      mend it.
    </Callout>
  );
}
