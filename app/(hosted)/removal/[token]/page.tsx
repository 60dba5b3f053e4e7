import type { Metadata } from "next";
import { RequestPage } from "@/components/removal/request-page";
import { RemovalShell } from "@/components/removal/shell";
import { TextForm } from "@/components/removal/text-form";
import { MESSAGE_MAX, URLS_MAX } from "@/lib/domain/removals/filing/labels";
import { clock } from "@/lib/platform/clock";
import { addUrlsAction, answerAction } from "./actions";
import { getRequest, requestPage } from "./visitor";

export const metadata: Metadata = { title: "Your request" };

/** The claimant's page: where their request is, and what they can still do. */
export default async function ClaimantPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
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
