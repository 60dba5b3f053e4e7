import type { ReactNode } from "react";
import { StatusBadge } from "@/components/ui/badge";
import { AwayLink } from "./away-link";
import { Heading } from "./heading";

type VerifiedProps = { partnerName: string; redirectUrl: string | null; active: boolean; children?: ReactNode };

/** Nothing more to do. */
export function Verified({ partnerName, redirectUrl, active, children }: VerifiedProps) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        <StatusBadge tone="done">Verified</StatusBadge>
        <Heading title="All done">
          {active
            ? `Your ID is verified, and ${partnerName} knows that it is. You can close this page.`
            : `Your ID is verified. If ${partnerName} still holds something back, it can tell you what. You can close this page.`}
        </Heading>
      </div>
      {children}
      {redirectUrl ? <AwayLink href={redirectUrl} partnerName={partnerName} /> : null}
    </div>
  );
}
