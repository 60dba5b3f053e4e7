import type { ReactNode } from "react";
import { AccountLine, AwayLink, StatusHeading } from "@/components/acts/parts";
import type { Obstacle as NotNow } from "@/lib/domain/scenes/upload-sessions/queries";
import { SERVICE_NAME } from "@/lib/platform/brand";

/** Why the creator can't attest: for now, or for good. */
export type Obstacle = NotNow | "expired";

type ClosedProps = { obstacle: Obstacle; partnerName: string; returnUrl: string | null };

/** Why the creator can't attest, and what to do. */
export function Closed({ obstacle, partnerName, returnUrl }: ClosedProps) {
  const { status, heading, text, more } = wordsOf(obstacle, partnerName);
  return (
    <div className="flex flex-col gap-6">
      <StatusHeading status={status} title={heading}>
        {text}
      </StatusHeading>
      <p>Nothing was recorded, charged or sent.</p>
      <AwayLink href={returnUrl} partnerName={partnerName} />
      {more}
    </div>
  );
}

type Words = { status: string; heading: string; text: string; more?: ReactNode };

/** The title of a page on which the creator can't attest. */
export const closedTitle = (obstacle: Obstacle, partnerName: string): string => wordsOf(obstacle, partnerName).heading;

function wordsOf(obstacle: Obstacle, partnerName: string): Words {
  switch (obstacle) {
    case "expired":
      return {
        status: "Expired",
        heading: "This link has expired",
        text: `Links work for seven days. Start the upload again on ${partnerName} to get a new link.`,
      };
    case "uploader_not_active":
      return {
        status: "Not active",
        heading: `Your account for ${partnerName} is not active`,
        text: "You can attest once it is active again. Then open this link again, or start the upload again.",
        more: <AccountLine>Your account shows the reason, and what you can do.</AccountLine>,
      };
    case "partner_inactive":
      return {
        status: "Unavailable",
        heading: `${partnerName} is not active`,
        text: `${partnerName} can’t use ${SERVICE_NAME} right now. Contact ${partnerName}, and open this link again later.`,
      };
    case "collab_unavailable":
      return {
        status: "Unavailable",
        heading: `${partnerName} can’t publish this right now`,
        text: `It can’t publish content with more than one person through ${SERVICE_NAME} right now. Contact ${partnerName}, and open this link again later.`,
      };
  }
}
