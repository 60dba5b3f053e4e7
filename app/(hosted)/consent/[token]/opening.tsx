import { Closed } from "@/components/consent/closed";
import { Invitation } from "@/components/consent/invitation";
import { ComeBack } from "@/components/consent/parts";
import { env } from "@/lib/platform/env";
import { continueAction } from "./actions";
import { refusalOf, type Visitor } from "./visitor";

/** The page before the mailbox is proven. */
export function Opening({ visitor }: { visitor: Visitor }) {
  const { token, performer, partnerName, title, stage } = visitor;
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
        expiresAt={expiresAt}
        refuseUrl={refuseUrl}
        action={action}
        custodian={env().custodianName}
      />
    );
  }
  return <Closed partnerName={partnerName} title={title} stage={stage} copyUrl={null} />;
}
