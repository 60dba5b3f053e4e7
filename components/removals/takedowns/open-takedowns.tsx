import { TAKEDOWNS_PATH, takedownHref, takedownsHref } from "@/components/shell/addresses";
import { Callout } from "@/components/ui/callout";
import { cutCountText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { OpenTakedowns as Open } from "@/lib/domain/removals";

export type OpenTakedownsProps = Open & {
  /** Where counting stops. */
  most: number;
};

/** The partner's open takedowns with the first clock, in red once a deadline has passed. */
export function OpenTakedowns({ open, breached, first, most }: OpenTakedownsProps) {
  if (!first) return null;
  const count = cutCountText(open, most);
  return (
    <Callout
      tone={breached > 0 ? "harm" : "waiting"}
      title={
        <>
          {open === 1 ? "1 takedown: " : `${count} takedowns, the first: `}
          <Time at={first.deadlineAt} as="left" />
        </>
      }
      actions={
        open === 1 ? (
          <ButtonLink href={takedownHref(first)} size="sm">
            Open takedown
          </ButtonLink>
        ) : (
          <ButtonLink href={breached > 0 ? takedownsHref({ view: "breached" }) : TAKEDOWNS_PATH} size="sm">
            {breached > 0 ? "Show breached" : "Show takedowns"}
          </ButtonLink>
        )
      }
    >
      {breached > 0
        ? `${breached === 1 ? "1 deadline has" : `${cutCountText(breached, most)} deadlines have`} passed. Take the content down and mark it as taken down.`
        : "Take the content down, then mark it as taken down."}
    </Callout>
  );
}
