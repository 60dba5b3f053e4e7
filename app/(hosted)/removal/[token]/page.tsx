import type { Metadata } from "next";
import { Heading, QuietLink } from "@/components/acts/parts";
import { ProveMailbox } from "@/components/acts/prove-mailbox";
import { AddFiles } from "@/components/removals/filing/device/add-files";
import { Platforms } from "@/components/removals/filing/platforms";
import { Fact, Headline, Messages, NamedThings, STATUS_WORDS } from "@/components/removals/filing/request-parts";
import { RemovalShell } from "@/components/removals/filing/shell";
import { TextForm } from "@/components/removals/filing/text-form";
import { Timeline, timelineOf } from "@/components/removals/filing/timeline";
import { StatusBadge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { hasLiveCode } from "@/lib/domain/acts";
import { MESSAGE_MAX, URLS_MAX } from "@/lib/domain/removals/filing/labels";
import { BASIS_LABELS } from "@/lib/domain/removals/labels";
import { clock } from "@/lib/platform/clock";
import { addFilesAction, addUrlsAction, answerAction, confirmCodeAction, mailCodeAction } from "./actions";
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
  const { status, things, platforms, messages, claim, mayAppeal, isAsked } = request;
  const isOpen = status === "open";
  const question = isAsked ? messages.findLast(({ from }) => from === "custodian") : undefined;
  const others = messages.filter((message) => message !== question);
  const write = (
    <TextForm
      action={answerAction.bind(null, token)}
      name="text"
      label={isAsked ? "Your answer" : "Message to the custodian"}
      maxLength={MESSAGE_MAX}
      button={isAsked ? "Send my answer" : "Send a message"}
      {...(isAsked ? {} : { summary: "A message to the custodian" })}
      variant={isAsked ? "primary" : "secondary"}
    />
  );
  return (
    <RemovalShell>
      <div className="flex flex-col gap-8">
        <div className="flex flex-col items-start gap-3">
          <StatusBadge
            tone={isOpen ? "accent" : status === "decided" ? "done" : "neutral"}
            ended={status === "withdrawn"}
          >
            {STATUS_WORDS[status]}
          </StatusBadge>
          <Headline request={request} isLate={request.deadlineAt < clock.now()} />
        </div>
        <section className="flex flex-col gap-3">
          <h2 className="font-medium">What happens when</h2>
          <Timeline steps={timelineOf(request)} />
          {isOpen ? <p className="text-muted text-sm">We email you at each step.</p> : null}
        </section>
        {isAsked ? (
          <section className="flex flex-col gap-4">
            <Callout tone="waiting" title="A custodian asks you">
              <p className="wrap-anywhere whitespace-pre-wrap text-base text-ink">{question?.text}</p>
            </Callout>
            {write}
          </section>
        ) : null}
        {mayAppeal ? (
          <Callout tone="accent" title="You can appeal once">
            Another custodian decides again.{" "}
            <QuietLink href={`${requestPage(token)}/appeal`}>Appeal the decision</QuietLink>
          </Callout>
        ) : null}
        {things.length > 0 ? (
          <section className="flex flex-col gap-3">
            <h2 className="font-medium">What you asked us to remove</h2>
            <NamedThings things={things} />
          </section>
        ) : null}
        {platforms.length > 0 ? (
          <section className="flex flex-col gap-3">
            <div className="flex flex-col gap-1">
              <h2 className="font-medium">Where it must come down</h2>
              <p className="text-muted text-sm">
                We don’t name platforms. We look at the addresses ourselves before and after each deadline.
              </p>
            </div>
            <Platforms platforms={platforms} now={clock.now()} />
          </section>
        ) : null}
        {others.length > 0 ? (
          <section className="flex flex-col gap-3">
            <h2 className="font-medium">Messages</h2>
            <Messages messages={others} />
          </section>
        ) : null}
        {isOpen ? (
          <section className="flex flex-col gap-3">
            <h2 className="font-medium">Add to your request</h2>
            <div className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4">
              <TextForm
                action={addUrlsAction.bind(null, token)}
                name="urls"
                label="Web addresses"
                hint="One per line."
                maxLength={URLS_MAX * 2050}
                button="Add addresses"
                summary="Another web address"
              />
              {/* Once they are added, the form is empty again. */}
              <AddFiles key={things.length} action={addFilesAction.bind(null, token)} />
              {isAsked ? null : write}
            </div>
          </section>
        ) : null}
        <section className="flex flex-col gap-3">
          <h2 className="font-medium">What you sent</h2>
          <dl className="flex flex-col gap-3 text-sm">
            <Fact label="Legal basis">{BASIS_LABELS[request.legalBasis]}</Fact>
            {claim.description ? <Fact label="Description">{claim.description}</Fact> : null}
            {claim.actsFor ? <Fact label="You act for">{claim.actsFor.name}</Fact> : null}
            <Fact label="Signed by">{request.signedName}</Fact>
          </dl>
          <details>
            <summary className="cursor-pointer text-sm">Your statement</summary>
            <blockquote className="wrap-anywhere mt-3 whitespace-pre-wrap rounded-lg border border-line bg-surface p-4 text-sm">
              {request.statement}
            </blockquote>
          </details>
        </section>
        <div className="flex flex-col gap-1">
          {isOpen ? <QuietLink href={`${requestPage(token)}/withdraw`}>Withdraw this request</QuietLink> : null}
          <p className="text-muted text-sm">
            Keep the link to this page private. Every email about this request contains it.
          </p>
        </div>
      </div>
    </RemovalShell>
  );
}
