import { z } from "zod";
import { counted } from "@/lib/domain/acts";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { defineMail } from "@/lib/platform/mail/template";

const time = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
const timeText = (at: string): string => `${time.format(new Date(at)).replaceAll("\u202f", " ")} UTC`;

/** When a mail about a clock is due: as it starts, halfway to its deadline, and six hours before it. */
export const CLOCK_STAGES = ["opening", "half_time", "last_hours"] as const;
export type ClockStage = (typeof CLOCK_STAGES)[number];

// The first of the deadlines, and whether it has passed.
const due = z.object({
  url: z.url(),
  stage: z.enum(CLOCK_STAGES),
  count: z.number(),
  deadlineAt: z.iso.datetime(),
  isLate: z.boolean(),
});

const SOON: Record<ClockStage, string> = {
  opening: "",
  half_time: "Half the time is left: ",
  last_hours: "6 hours or less left: ",
};

/** Tells a partner's team what it must take down. Nothing about the claimant. */
export const takedownClockMail = defineMail(
  "takedown_clock",
  due.extend({ partnerName: z.string() }),
  ({ partnerName, url, stage, count, deadlineAt, isLate }) => {
    const what = counted(count, "takedown");
    const by = timeText(deadlineAt);
    return {
      subject: isLate
        ? `${partnerName}: ${what} past the deadline`
        : `${SOON[stage]}${what} of ${partnerName}, due ${by}`,
      preview: isLate ? `The deadline was ${by}.` : `Take it down by ${by}.`,
      heading: isLate ? "A takedown deadline has passed" : `${what} due ${by}`,
      body: (
        <>
          <p>
            {count === 1 ? "A removal request asks" : "Removal requests ask"} <strong>{partnerName}</strong> to take
            down {counted(count, "record")}. {count === 1 ? "The deadline" : "The first deadline"}{" "}
            {isLate ? "was" : "is"} <strong>{by}</strong>.
          </p>
          <p>The page shows what must come down and on which legal basis. Take it down, then mark it as taken down.</p>
        </>
      ),
      action: { label: count === 1 ? "Open the takedown" : "Open the takedowns", url },
      why: `You get this because you are an owner or an admin of ${partnerName} on ${SERVICE_NAME}.`,
      stop: "We email you when a takedown opens, halfway to its deadline and 6 hours before it, until it is marked as taken down.",
    };
  },
);

/** Tells custodians which removal requests they must decide soon. Nothing of the requests. */
export const removalsDueMail = defineMail("removals_due", due, ({ url, stage, count, deadlineAt, isLate }) => {
  const what = counted(count, "removal request");
  const by = timeText(deadlineAt);
  return {
    subject: isLate
      ? `${what} past the deadline`
      : `${stage === "last_hours" ? SOON[stage] : "Still open: "}${what}, due ${by}`,
    preview: isLate ? `The deadline was ${by}.` : `Decide by ${by}.`,
    heading: isLate ? "A deadline has passed" : `${what} due ${by}`,
    body: (
      <p>
        {count === 1 ? "It is" : "They are"} still open. {count === 1 ? "The deadline" : "The first deadline"}{" "}
        {isLate ? "was" : "is"} <strong>{by}</strong>.
      </p>
    ),
    action: { label: "Open the queue", url },
    why: `You get this because you are a custodian of ${SERVICE_NAME}.`,
    stop: "We email you halfway to a request’s deadline and 6 hours before it, until it is decided.",
  };
});

/** Tells custodians which productions a request freezes unless they decide. Nothing of the requests. */
export const removalFreezesMail = defineMail(
  "removal_freezes",
  z.object({ url: z.url(), count: z.number(), freezesAt: z.iso.datetime() }),
  ({ url, count, freezesAt }) => {
    const what = counted(count, "production");
    const at = timeText(freezesAt);
    return {
      subject: `Decide by ${at}: removal of ${what}`,
      preview: "Without a decision, a production is frozen then.",
      heading: `Decide by ${at}`,
      body: (
        <p>
          We received a request to remove {what}. The claimant isn’t among the performers. Without a decision by{" "}
          <strong>{at}</strong>, {count === 1 ? "it is frozen" : "the first is frozen"}: its status is “Takedown
          pending”, and its records can’t be sealed. If the request is serious, freeze it now.
        </p>
      ),
      action: { label: count === 1 ? "Open the request" : "Open the queue", url },
      why: `You get this because you are a custodian of ${SERVICE_NAME}.`,
      stop: "We email you when a request will freeze a production, at most every 10 minutes.",
    };
  },
);
