import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { TextLink } from "@/components/ui/text-link";
import { Time } from "@/components/ui/time";
import type { Tone } from "@/components/ui/tone";
import type { Standing } from "@/lib/domain/creator";

type Line = { about: string; tone: Tone; badge: string; says: ReactNode };

/** What is asked of a creator, and how far each of it is. */
export function StandingList({ standing }: { standing: Standing }) {
  const lines = [idLine(standing), subscriptionLine(standing), platformsLine(standing)];
  return (
    <section aria-labelledby="standing">
      <h2 id="standing" className="font-semibold text-base">
        How you stand
      </h2>
      <ul className="mt-2">
        {lines.map(({ about, tone, badge, says }) => (
          <li
            key={about}
            className="flex flex-wrap items-start gap-x-4 gap-y-1 border-line border-b py-3 last:border-b-0"
          >
            <span className="w-28 font-medium">{about}</span>
            <span className="w-32">
              <StatusBadge tone={tone}>{badge}</StatusBadge>
            </span>
            <span className="min-w-0 flex-1 basis-60 text-muted">{says}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function idLine({ id }: Standing): Line {
  const about = "Your ID";
  switch (id.state) {
    case "verified":
      return {
        about,
        tone: "done",
        badge: "Verified",
        says: (
          <>
            Since <Time at={id.at} as="date" />. You do not show it again for another platform.
          </>
        ),
      };
    case "submitted":
      return { about, tone: "neutral", badge: "With us", says: "We are looking at it." };
    case "rejected":
      return { about, tone: "waiting", badge: "Not accepted", says: "Send it once more." };
    case "begun":
      return { about, tone: "waiting", badge: "Begun", says: "What you have sent is kept; go on where you stopped." };
    case "refused":
      return { about, tone: "harm", badge: "Refused", says: "Only people of 18 years or more can be verified." };
    case "missing":
      return { about, tone: "waiting", badge: "Missing", says: "You show it once, for every platform." };
  }
}

function subscriptionLine({ billing: { subscription }, platforms: { needsSubscription } }: Standing): Line {
  const about = "Subscription";
  switch (subscription.state) {
    case "active":
    case "ending":
      return { about, tone: "done", badge: "Paid", says: "It counts for every platform that is linked to you." };
    case "past_due":
      return { about, tone: "waiting", badge: "Not paid", says: "The last payment did not go through." };
    case "none":
    case "ended":
      return needsSubscription
        ? subscription.state === "ended"
          ? { about, tone: "waiting", badge: "Ended", says: "Pay again, and you can upload as before." }
          : { about, tone: "waiting", badge: "Missing", says: "A platform that is linked to you needs it." }
        : { about, tone: "neutral", badge: "Not needed", says: "No platform that is linked to you asks you to pay." };
  }
}

function platformsLine({ platforms: { asked, linked } }: Standing): Line {
  const about = "Platforms";
  const all = <TextLink href="/creator/platforms">See all of them</TextLink>;
  if (asked > 0) return { about, tone: "waiting", badge: asked === 1 ? "1 asks" : `${asked} ask`, says: all };
  if (linked === 0) return { about, tone: "neutral", badge: "None", says: all };
  return { about, tone: "done", badge: `${linked} linked`, says: all };
}
