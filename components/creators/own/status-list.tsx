import type { ReactNode } from "react";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { CreatorStatus } from "@/lib/domain/creators/overview";
import { inReviewText } from "@/lib/domain/identity/labels";

type Line = { about: string; tone: Tone; badge: string; text: ReactNode };

/** The status of a creator's ID, subscription and platforms. */
export function StatusList({ status }: { status: CreatorStatus }) {
  const lines = [idLine(status), subscriptionLine(status), platformsLine(status)];
  return (
    <section aria-labelledby="status">
      <h2 id="status" className="font-semibold text-base">
        Status
      </h2>
      <ul className="mt-2">
        {lines.map(({ about, tone, badge, text }) => (
          <li
            key={about}
            className="flex flex-wrap items-start gap-x-4 gap-y-1 border-line border-b py-3 last:border-b-0"
          >
            <span className="w-28 font-medium">{about}</span>
            <span className="w-32">
              <StatusBadge tone={tone}>{badge}</StatusBadge>
            </span>
            <span className="min-w-0 flex-1 basis-60 text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function idLine({ id, next }: CreatorStatus): Line {
  const about = "Your ID";
  switch (id.state) {
    case "verified":
      return {
        about,
        tone: "done",
        badge: "Verified",
        text: (
          <>
            Since <Time at={id.at} as="date" />. It counts for every platform.
          </>
        ),
      };
    case "submitted":
      // Without a next step, the card above says when.
      return {
        about,
        tone: "neutral",
        badge: "In review",
        text: next ? inReviewText(id) : "We are reviewing your ID.",
      };
    case "photos":
      return {
        about,
        tone: "waiting",
        badge: "Photo needed",
        text: "Send a better photo. Everything else stays as it is.",
      };
    case "rejected":
      return { about, tone: "waiting", badge: "Rejected", text: "Send your ID again." };
    case "started":
      return { about, tone: "waiting", badge: "Started", text: "We saved your progress. Continue where you stopped." };
    case "refused":
      return { about, tone: "harm", badge: "Under 18", text: "You must be 18 or older." };
    case "missing":
      return { about, tone: "waiting", badge: "Missing", text: "You verify it once, for every platform." };
  }
}

function subscriptionLine({ billing: { subscription }, platforms: { needsSubscription } }: CreatorStatus): Line {
  const about = "Subscription";
  switch (subscription.state) {
    case "active":
    case "ending":
      return { about, tone: "done", badge: "Paid", text: "It covers every linked platform." };
    case "past_due":
      return { about, tone: "waiting", badge: "Past due", text: "Your last payment didn’t go through." };
    case "none":
    case "ended":
      return needsSubscription
        ? subscription.state === "ended"
          ? { about, tone: "waiting", badge: "Ended", text: "Subscribe again to upload." }
          : { about, tone: "waiting", badge: "Missing", text: "A linked platform requires it." }
        : { about, tone: "neutral", badge: "Not needed", text: "No linked platform asks you to pay." };
  }
}

function platformsLine({ platforms: { asked, linked } }: CreatorStatus): Line {
  const about = "Platforms";
  const all = <TextLink href="/creator/platforms">View all platforms</TextLink>;
  if (asked > 0) return { about, tone: "waiting", badge: `${asked} waiting`, text: all };
  if (linked === 0) return { about, tone: "neutral", badge: "None", text: all };
  return { about, tone: "done", badge: `${linked} linked`, text: all };
}
