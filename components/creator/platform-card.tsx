import type { Tone } from "@/components/ui/badge";
import { StatusBadge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { Time } from "@/components/ui/time";

import type { SuspendReason } from "@/lib/domain/accounts/states";
import type { Platform } from "@/lib/domain/creator";
import { WORKS_COUNTED } from "@/lib/domain/creator/schemas";
import { ActionForm } from "./action-form";
import { Confirm } from "./confirm";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type PlatformCardProps = {
  platform: Platform;
  isVerified: boolean;
  price: string;
  approve: Action;
  decline: Action;
  withdraw: Action;
};

/** One platform: what it is to the creator, and what they can answer. */
export function PlatformCard({ platform, isVerified, price, approve, decline, withdraw }: PlatformCardProps) {
  const { name, link, since } = platform;
  const id = `platform-${platform.id}`;
  const { tone, badge, says } = howItStands(platform, isVerified);
  return (
    <Card as="article" aria-labelledby={id} className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="wrap-anywhere min-w-0 font-medium text-base">
          {name}
        </h3>
        <StatusBadge tone={tone}>{badge}</StatusBadge>
      </div>
      <p className="max-w-prose text-muted">
        {SINCE[link]} <Time at={since} as="date" />. {says}
      </p>
      {link === "linked" ? (
        <Confirm label="Take it back…" about={`from ${name}`}>
          <Leaving platform={platform} />
          <ActionForm action={withdraw} variant="danger" label={`Take it back from ${name}`} />
        </Confirm>
      ) : (
        <div className="flex flex-wrap items-start gap-3">
          <Confirm label={link === "asked" ? "Approve…" : "Approve after all…"} about={name} open={link === "asked"}>
            <Approving platform={platform} price={price} />
            <div className="flex flex-wrap gap-3">
              <ActionForm action={approve} variant="primary" label={`Approve ${name}`} />
              {link === "asked" ? <ActionForm action={decline} label={`Decline ${name}`} /> : null}
            </div>
          </Confirm>
        </div>
      )}
    </Card>
  );
}

const SINCE = { asked: "Asked", linked: "Linked since", declined: "Not linked since" } as const;

function Approving({ platform: { name, paidBy, link }, price }: { platform: Platform; price: string }) {
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 text-muted">
      <li>
        {name} learns that you are verified, and when that changes. It gets no name, no ID and no photo, and no date
        from before today.
      </li>
      <li>The records of what you publish there are kept here.</li>
      {paidBy === "creator" ? (
        <li>Its creators need a subscription of {price} a month. If you have one, it counts.</li>
      ) : null}
      <li>
        You can take it back here at any time.
        {link === "asked"
          ? ` If you decline, we do not tell ${name}, and never write to you about it again. Only if it tries to log content of yours does it hear that you did not agree.`
          : ""}
      </li>
    </ul>
  );
}

function Leaving({ platform: { name, works, status } }: { platform: Platform }) {
  const kept =
    works === 0 ? "It has logged no work of yours." : `${counted(works)} that it logged of you stay on record`;
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 text-muted">
      <li>
        {status === "active" ? `${name} is told at once that it may no longer publish you, but not why.` : null} It can
        log no more content of yours, and it is told that you declined if it tries.
      </li>
      <li>{works === 0 ? kept : `${kept}, as the law asks: seven years from the day each was made.`}</li>
      <li>What it already shows on its own pages is not taken down by this. Ask {name} for that.</li>
      <li>Other platforms are not told, and nothing changes for them. A subscription goes on until you cancel it.</li>
      <li>We do not write to you about {name} again. You can approve it again here.</li>
    </ul>
  );
}

const counted = (works: number): string =>
  works === 1
    ? "The one work"
    : works >= WORKS_COUNTED
      ? `The ${WORKS_COUNTED.toLocaleString("en-US")} works or more`
      : `The ${works} works`;

type Words = { tone: Tone; badge: string; says: string };

/** Why an account rests, in words for the creator. */
const RESTS: Record<SuspendReason, string> = {
  subscription_lapsed: "Your subscription has ended. Pay again, and you can upload there as before.",
  platform_lapsed:
    "The platform has not paid for its creators. It ends by itself when it does; you have nothing to do.",
  partner_deactivated: "The platform has paused it. Only the platform can take it up again: ask there.",
  platform_deactivated: "We have stopped it. Write to us if you do not know why.",
  manual_suspension: "We have paused it. Write to us if you do not know why.",
};

/** What a platform is to the creator at this moment. */
function howItStands({ link, status, suspendReason, paidBy }: Platform, isVerified: boolean): Words {
  if (link === "asked") return { tone: "waiting", badge: "Asks you", says: "It knows nothing about you from us." };
  if (link === "declined") return { tone: "neutral", badge: "Not linked", says: "It can log nothing of yours." };
  switch (status) {
    case "active":
      return { tone: "done", badge: "Active", says: "From our side you can upload there." };
    case "suspended":
      return { tone: "waiting", badge: "On hold", says: suspendReason ? RESTS[suspendReason] : "" };
    case "subscribed_pending_id":
      return { tone: "waiting", badge: "ID missing", says: "You can upload there once your ID is verified." };
    case "pending_id_verification":
      return {
        tone: "waiting",
        badge: "Not ready",
        says: `You can upload there once ${isVerified ? "" : "your ID is verified and "}${
          paidBy === "creator" ? "your subscription is paid" : "the platform has paid for you"
        }. Your overview says what is next.`,
      };
  }
}
