import type { ReactNode } from "react";
import { AccountLine, Heading } from "@/components/acts/parts";
import { StatusBadge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { IdentityStage } from "@/lib/domain/identity";
import { QuietLink, SceneTitle } from "./parts";

type StatusPageProps = {
  partnerName: string;
  title: string;
  expiresAt: Date;
  signed: boolean;
  id: IdentityStage;
  /** Signed, and the ID is verified: others are still missing. */
  consented: boolean;
  /** Null once the person can no longer refuse. */
  refuseUrl: string | null;
  /** What the person has to do, each with its state. */
  children: ReactNode;
};

/** What the person has done for a scene, and what is missing. */
export function StatusPage({ partnerName, title, consented, refuseUrl, children, ...progress }: StatusPageProps) {
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
              <p className="pt-2 empty:hidden">
                <Missing {...progress} />
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

const COME_BACK = "You can stop and come back with the link in our email.";

/** What the person still has to do, and by when. Nothing where only time helps. */
function Missing({ signed, id, expiresAt }: Pick<StatusPageProps, "signed" | "id" | "expiresAt">) {
  const until = <Time at={expiresAt} as="datetime" />;
  const isFinal = id.at === "refused" || (id.at === "rejected" && id.check.rejectionReason === "under_age");
  if (isFinal) return null;
  const hasId = id.at === "submitted" || id.at === "verified";
  if (!signed) {
    return hasId ? (
      <>Only the release is left. Sign or refuse it by {until}.</>
    ) : (
      <>
        Two things are needed by {until}, in any order. {COME_BACK}
      </>
    );
  }
  if (hasId) return id.at === "submitted" ? "Nothing to do now. Your consent counts once your ID is verified." : null;
  return (
    <>
      Only your ID is left. It must be verified by {until}. {COME_BACK}
    </>
  );
}
