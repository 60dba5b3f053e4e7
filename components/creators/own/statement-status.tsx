import type { ReactNode } from "react";
import { ActionForm } from "@/components/ui/action-form";
import { Badge, StatusBadge } from "@/components/ui/badge";
import { buttonStyles } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { FormState } from "@/components/ui/form";
import { TextLink } from "@/components/ui/link";
import { PageSection } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { OwnStatement } from "@/lib/domain/creators/statements";
import { Confirm } from "./confirm";

type Action = (state: FormState, form: FormData) => Promise<FormState>;
type StatementStatusProps = { own: OwnStatement; verified: boolean; publish: Action; withdraw: Action };

/** Whether the statement is public, its URL, and the buttons to change that. */
export function StatementStatus({ own, verified, publish, withdraw }: StatementStatusProps) {
  const { published, differs, url } = own;
  return (
    <Card as="section" aria-labelledby="public" className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="public" className="font-semibold text-base">
          Publication
        </h2>
        {badge(own)}
      </div>
      <div className="flex max-w-prose flex-col gap-2 text-muted">
        {published ? <PublicWords own={own} /> : <p>Preview your statement, then publish it. Nothing is public yet.</p>}
        {published && differs ? <p>The public version is out of date. Publish again to update it.</p> : null}
        {verified ? null : <p>You can publish it once your ID is verified.</p>}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        {verified && (!published || differs) ? (
          <ActionForm action={publish} variant="primary" label={published ? "Publish changes" : "Publish"} />
        ) : null}
        <a href="/creator/statement/preview" className={buttonStyles()}>
          {published && !differs ? "View statement" : "Preview statement"}
        </a>
      </div>
      {published ? (
        <Confirm label="Withdraw…" about="the statement">
          <p className="max-w-prose text-muted">
            The page goes offline within a minute, and we stop giving platforms its address. Links to{" "}
            <span className="break-all">{url}</span> stop working until you publish again. We keep every published
            version.
          </p>
          <ActionForm action={withdraw} variant="danger" label="Withdraw statement" />
        </Confirm>
      ) : null}
    </Card>
  );
}

const badge = ({ published }: OwnStatement): ReactNode =>
  published ? <StatusBadge tone="done">Public</StatusBadge> : <StatusBadge>Draft</StatusBadge>;

function PublicWords({ own: { published, url } }: { own: OwnStatement }) {
  return (
    <>
      <p>
        Version {published?.version}, published {published ? <Time at={published.publishedAt} as="date" /> : null}.{" "}
        Anyone can read it until you withdraw it. We give this address to every platform where you are active:
      </p>
      <p className="break-all font-mono text-xs">
        <TextLink href={url}>{url}</TextLink>
      </p>
    </>
  );
}

/** Every published version. */
export function StatementVersions({ own: { versions, published } }: { own: OwnStatement }) {
  return (
    <PageSection id="versions" title="Published versions" className="gap-2">
      <ol className="border-line border-t">
        {versions.map(({ version, publishedAt, displayName, workTitle }) => (
          <li
            key={version}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-line border-b py-3"
          >
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
              <a
                href={`/creator/statement/preview?version=${version}`}
                className="rounded-sm text-accent-text underline underline-offset-4"
              >
                Version {version}
              </a>
              <span className="wrap-anywhere min-w-0 text-muted">
                {displayName}, {workTitle === null ? "all works" : `“${workTitle}”`}
              </span>
              {published?.version === version ? <Badge tone="done">Public now</Badge> : null}
            </span>
            <Time at={publishedAt} as="date" className="text-muted" />
          </li>
        ))}
      </ol>
    </PageSection>
  );
}
