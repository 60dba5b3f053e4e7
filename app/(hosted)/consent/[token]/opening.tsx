import { ProveMailbox } from "@/components/acts/prove-mailbox";
import { Invitation } from "@/components/scenes/consent/invitation";
import { QuietLink } from "@/components/scenes/consent/parts";
import { LargeSubmit } from "@/components/ui/form";
import { hasLiveCode } from "@/lib/domain/acts";
import { env } from "@/lib/platform/env";
import { confirmCodeAction, continueAction, mailCodeAction } from "./actions";
import { isOwnSession, proofOf, startOf, type Visitor, type Wish } from "./visitor";

type OpeningProps = { visitor: Visitor; wish: Wish };

/**
 * The page before the mailbox is proven. The same for everyone and whatever was decided, so that a link in the wrong hands tells
 * nothing: it names neither the performer nor the scene.
 */
export async function Opening({ visitor, wish }: OpeningProps) {
  const { token, partnerName, isJob, visit } = visitor;
  const codeSent = visit !== null && hasLiveCode(visit);
  const isOwn = await isOwnSession(visitor);
  return (
    <Invitation
      partnerName={partnerName}
      isJob={isJob}
      custodian={env().custodianName}
      brief={codeSent || wish === "refuse"}
      refuseUrl={wish === "refuse" ? null : proofOf(token, "refuse")}
    >
      {isOwn ? (
        <form action={continueAction.bind(null, token, wish)}>
          <LargeSubmit>Continue</LargeSubmit>
        </form>
      ) : (
        <ProveMailbox
          codeSent={codeSent}
          mailCode={mailCodeAction.bind(null, token, wish)}
          confirmCode={confirmCodeAction.bind(null, token, wish)}
        >
          <p className="text-muted text-sm">
            {codeSent ? "No email after a minute? Check your spam folder. " : null}
            Have an account with us? <QuietLink href={`/sign-in?to=${startOf(token)}`}>Sign in instead</QuietLink>
          </p>
        </ProveMailbox>
      )}
    </Invitation>
  );
}
