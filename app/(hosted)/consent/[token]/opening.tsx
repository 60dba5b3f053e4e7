import { Closed } from "@/components/consent/closed";
import { Invitation } from "@/components/consent/invitation";
import { ComeBack } from "@/components/consent/parts";
import { Callout } from "@/components/ui/callout";
import { producerNameOf } from "@/lib/domain/scenes";
import { env } from "@/lib/platform/env";
import { continueAction } from "./actions";
import { refusalOf, type Visitor } from "./visitor";

type OpeningProps = {
  visitor: Visitor;
  /** The network has reached its limit. */
  isBusy: boolean;
};

/** The page before the mailbox is proven. */
export const Opening = ({ visitor, isBusy }: OpeningProps) => (
  <div className="flex flex-col gap-6">
    {isBusy ? (
      <Callout tone="waiting" live title="Too many requests from your network">
        Nothing was signed or refused. Try again in 15 minutes.
      </Callout>
    ) : null}
    <Start visitor={visitor} />
  </div>
);

function Start({ visitor }: Pick<OpeningProps, "visitor">) {
  const { token, performer, partnerName, title, isJob, stage } = visitor;
  const action = continueAction.bind(null, token);
  // They were here before, so what they decided is shown only to them.
  if (stage.at === "signed" || (performer.userId && stage.at !== "asked")) {
    return <ComeBack partnerName={partnerName} title={title} action={action} />;
  }
  if (stage.at === "asked") {
    const { expiresAt } = performer.scene;
    const refuseUrl = `${refusalOf(token)}?reason=not_me`;
    return (
      <Invitation
        partnerName={partnerName}
        title={title}
        isJob={isJob}
        producerName={producerNameOf(performer.scene.job)}
        expiresAt={expiresAt}
        refuseUrl={refuseUrl}
        action={action}
        custodian={env().custodianName}
      />
    );
  }
  return <Closed partnerName={partnerName} title={title} stage={stage} copyUrl={null} removalUrl={null} />;
}
