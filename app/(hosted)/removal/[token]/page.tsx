import type { Metadata } from "next";
import { Heading } from "@/components/acts/parts";
import { ProveMailbox } from "@/components/acts/prove-mailbox";
import { RequestPage } from "@/components/removals/filing/request-page";
import { RemovalShell } from "@/components/removals/filing/shell";
import { TextForm } from "@/components/removals/filing/text-form";
import { hasLiveCode } from "@/lib/domain/acts";
import { MESSAGE_MAX, URLS_MAX } from "@/lib/domain/removals/filing/labels";
import { clock } from "@/lib/platform/clock";
import { addUrlsAction, answerAction, confirmCodeAction, mailCodeAction } from "./actions";
import { getRequest, getVisitor, requestPage } from "./visitor";

export const metadata: Metadata = { title: "Your request" };

/**
 * The claimant's page: where their request is, and what they can still do. A browser that neither filed it nor has proven the
 * mailbox sees nothing of it: the link stays in mails that others may read.
 */
export default async function ClaimantPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const { visit, hasProof } = await getVisitor(token);
  if (!hasProof) {
    return (
      <RemovalShell>
        <Heading title="Your request">Your page opens in the browser that sent the request, or with a code.</Heading>
        <ProveMailbox
          codeSent={visit !== null && hasLiveCode(visit)}
          mailCode={mailCodeAction.bind(null, token)}
          confirmCode={confirmCodeAction.bind(null, token)}
        />
      </RemovalShell>
    );
  }
  const request = await getRequest(token);
  const { isAsked } = request;
  return (
    <RemovalShell>
      <RequestPage
        request={request}
        isLate={request.deadlineAt < clock.now()}
        appealHref={`${requestPage(token)}/appeal`}
        withdrawHref={`${requestPage(token)}/withdraw`}
        addUrl={
          <TextForm
            action={addUrlsAction.bind(null, token)}
            name="urls"
            label="Web addresses"
            hint="One per line."
            maxLength={URLS_MAX * 2050}
            button="Add addresses"
            summary="Another web address"
          />
        }
        write={
          <TextForm
            action={answerAction.bind(null, token)}
            name="text"
            label={isAsked ? "Your answer" : "Message to the custodian"}
            maxLength={MESSAGE_MAX}
            button={isAsked ? "Send my answer" : "Send a message"}
            {...(isAsked ? {} : { summary: "A message to the custodian" })}
            variant={isAsked ? "primary" : "secondary"}
          />
        }
      />
    </RemovalShell>
  );
}
