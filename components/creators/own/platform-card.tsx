import type { ReactNode } from "react";
import { LinkTerms } from "@/components/creators/onboarding/link-terms";
import { ActionForm } from "@/components/ui/action-form";
import { StatusBadge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { counted, countText } from "@/components/ui/format";
import { Time } from "@/components/ui/time";
import type { LinkApproval } from "@/lib/domain/accounts";
import { STATUS_WORDS, type SuspendReason } from "@/lib/domain/accounts/states";
import type { Platform } from "@/lib/domain/creators/overview";
import { WORKS_COUNTED } from "@/lib/domain/creators/overview/schemas";
import { Confirm } from "./confirm";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type PlatformCardProps = {
  platform: Platform;
  isVerified: boolean;
  price: string;
  /** What approving it means. */
  terms: LinkApproval["parts"];
  approve: Action;
  decline: Action;
  withdraw: Action;
  /** “Write to” the operator, as a link. */
  writeToUs: ReactNode;
};

/** One platform: its link to the creator, and the answers they can give. */
export function PlatformCard(props: PlatformCardProps) {
  const { platform, isVerified, price, terms, approve, decline, withdraw, writeToUs } = props;
  const { name, link, since } = platform;
  const id = `platform-${platform.id}`;
  const { tone, badge, text, asksUs } = statusOf(platform, isVerified);
  return (
    <Card as="article" aria-labelledby={id} className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="wrap-anywhere min-w-0 font-medium text-base">
          {name}
        </h3>
        <StatusBadge tone={tone}>{badge}</StatusBadge>
      </div>
      <p className="max-w-prose text-muted">
        {SINCE[link]} <Time at={since} as="date" />. {text} {asksUs ? <>{writeToUs} if you don’t know why.</> : null}
      </p>
      {link === "linked" ? (
        <Confirm label="Unlink…" about={name}>
          <Leaving platform={platform} />
          <ActionForm action={withdraw} variant="danger" label={`Unlink ${name}`} />
        </Confirm>
      ) : (
        <div className="flex flex-wrap items-start gap-3">
          <Confirm label="Approve…" about={name} open={link === "asked"}>
            <LinkTerms parts={terms} heading="h4" />
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

const SINCE = { asked: "Asked on", linked: "Linked since", declined: "Not linked since" } as const;

function Approving({ platform: { name, paidBy, link }, price }: { platform: Platform; price: string }) {
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 text-muted">
      {paidBy === "creator" ? (
        <li>Its creators need a subscription for {price} a month. If you have one, it counts.</li>
      ) : null}
      <li>You can unlink it here at any time.</li>
      {link === "asked" ? (
        <li>
          If you decline, we don’t tell {name}, and we won’t email you about it again. It finds out only if it tries to
          log your content.
        </li>
      ) : null}
    </ul>
  );
}

function Leaving({ platform: { name, works, status } }: { platform: Platform }) {
  const kept =
    works === 0
      ? "It has logged no works of yours."
      : `We keep the ${worksText(works)} it logged for seven years after production, as the law requires.`;
  return (
    <ul className="flex max-w-prose list-disc flex-col gap-1 pl-5 text-muted">
      <li>
        {status === "active" ? `We tell ${name} that it may no longer publish you, but not why. ` : ""}
        It can log no more content of yours. If it tries, it learns that you declined.
      </li>
      <li>{kept}</li>
      <li>Content on its own pages stays up. Ask {name} to remove it.</li>
      <li>Nothing changes for your other platforms. Your subscription continues until you cancel it.</li>
      <li>We won’t email you about {name} again. You can approve it again here.</li>
    </ul>
  );
}

const worksText = (works: number): string =>
  works >= WORKS_COUNTED ? `${countText(WORKS_COUNTED)} or more works` : counted(works, "work");

type StatusText = { tone: Tone; badge: string; text: string; asksUs?: boolean };

/** What only we can lift. */
const OURS: ReadonlySet<SuspendReason> = new Set(["platform_deactivated", "manual_suspension"]);

/** Why an account is suspended, for the creator. */
const SUSPENDED: Record<SuspendReason, string> = {
  subscription_lapsed: "Your subscription has ended. Subscribe again to upload there.",
  platform_lapsed: "The platform hasn’t paid for its creators. You don’t need to do anything.",
  partner_deactivated: "The platform suspended your account. Ask the platform to reactivate it.",
  platform_deactivated: "We closed this account.",
  manual_suspension: "We suspended this account.",
};

/** A platform's status for the creator. */
function statusOf({ link, status, suspendReason, paidBy }: Platform, isVerified: boolean): StatusText {
  if (link === "asked") return { tone: "waiting", badge: "Waiting", text: "We have told it nothing about you." };
  if (link === "declined") return { tone: "neutral", badge: "Not linked", text: "It can’t log content of yours." };
  switch (status) {
    case "active":
      return { tone: "done", badge: STATUS_WORDS.active, text: "You can upload there." };
    case "suspended":
      return {
        tone: "waiting",
        badge: STATUS_WORDS.suspended,
        ...(suspendReason ? { text: SUSPENDED[suspendReason], asksUs: OURS.has(suspendReason) } : { text: "" }),
      };
    case "subscribed_pending_id":
      return {
        tone: "waiting",
        badge: STATUS_WORDS.subscribed_pending_id,
        text: "You can upload there once your ID is verified.",
      };
    case "pending_id_verification":
      return {
        tone: "waiting",
        badge: STATUS_WORDS.pending_id_verification,
        text: `You can upload there once ${isVerified ? "" : "your ID is verified and "}${
          paidBy === "creator" ? "your subscription is paid" : "the platform has paid for you"
        }. Your overview shows the next step.`,
      };
  }
}
