import type { ReactNode } from "react";
import { AccountLine, Heading } from "@/components/hosted/parts";
import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { QuietLink, SceneTitle } from "./parts";

type StatusPageProps = {
  partnerName: string;
  title: string;
  expiresAt: Date;
  /** Signed, and the ID is verified: others are still missing. */
  consented: boolean;
  /** Null once the person can no longer refuse. */
  refuseUrl: string | null;
  /** What the person has to do, each with its state. */
  children: ReactNode;
};

/** What the person has done for a scene, and what is missing. */
export function StatusPage({ partnerName, title, expiresAt, consented, refuseUrl, children }: StatusPageProps) {
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-start gap-3">
        {consented ? <StatusBadge tone="done">Your part is done</StatusBadge> : null}
        <Heading title={consented ? "Thank you. You can close this page." : "Your consent"}>
          {consented ? (
            <>
              {partnerName} may publish <SceneTitle>{title}</SceneTitle> once everyone in it has consented.
            </>
          ) : (
            <>
              <p>
                For <SceneTitle>{title}</SceneTitle>
              </p>
              <p className="pt-2">
                Two things are needed by <Time at={expiresAt} as="datetime" />, in any order. You can stop and come back
                with the link in our email.
              </p>
            </>
          )}
        </Heading>
      </div>
      <ol className="flex flex-col gap-4">{children}</ol>
      {refuseUrl ? (
        <p className="text-muted text-sm">
          Don’t want this scene to be published? <QuietLink href={refuseUrl}>Refuse</QuietLink>
        </p>
      ) : (
        <AccountLine>Your account lists the scenes you signed, with your copies.</AccountLine>
      )}
    </div>
  );
}
