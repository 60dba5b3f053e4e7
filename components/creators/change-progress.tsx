"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ImportBar } from "@/components/content/import-bar";
import { Live } from "@/components/live/live";
import { ButtonLink } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardBody, CardHeader } from "@/components/ui/card";
import { Stat, StatRow } from "@/components/ui/stat";
import { changesDone } from "@/lib/domain/roster/labels";
import type { ChangeDetail, ChangeState } from "@/lib/domain/roster/schemas";
import { changeInWords } from "./change-words";
import { creatorsText } from "./plan-in-words";
import { RefusedList } from "./refused-list";
import { CREATORS_PATH } from "./roster-address";

const LIVE_MS = 1_000;
const number = (count: number): string => count.toLocaleString("en");

/** A change of many creators while it runs and when it is over: how far it is, and for whom it was refused. */
export function ChangeProgress({ initial }: { initial: ChangeDetail }) {
  const { id, finishedAt } = initial.state;
  return (
    <Live
      route="/api/portal/creators/changes"
      view={id}
      query={() => new URLSearchParams({ changeId: id })}
      initial={initial}
      everyMs={finishedAt ? null : LIVE_MS}
    >
      {({ data: { state, refused }, error }) => (
        <div className="flex flex-col gap-6">
          {error ? (
            <Callout tone="harm" title="The change could not be read">
              {error.message} It is tried again by itself.
            </Callout>
          ) : null}
          {state.finishedAt && !finishedAt ? <DrawAnew /> : null}
          {state.finishedAt ? <Over state={state} /> : <Running state={state} />}
          <StatRow>
            <Stat label="Selected" value={number(state.total)} />
            <Stat label={state.kind === "deactivate" ? "Deactivated" : "Reactivated"} value={number(state.changed)} />
            <Stat label="Unchanged" value={number(state.unchanged)} hint="were so already" />
            <Stat label="Refused" value={number(state.refused)} tone={state.refused > 0 ? "harm" : "neutral"} />
          </StatRow>
          {refused.length > 0 ? (
            <Card as="section">
              <CardHeader
                title="Refused"
                description={
                  state.refused > refused.length
                    ? `The first ${refused.length} of ${number(state.refused)}.`
                    : "For them nothing was changed."
                }
                actions={
                  <ButtonLink
                    size="sm"
                    href={`/api/portal/creators/changes/report?changeId=${id}`}
                    icon={<Download aria-hidden className="size-4" />}
                    download
                  >
                    Report as CSV
                  </ButtonLink>
                }
              />
              <CardBody>
                <RefusedList refused={refused} />
              </CardBody>
            </Card>
          ) : null}
        </div>
      )}
    </Live>
  );
}

function Running({ state }: { state: ChangeState }) {
  return (
    <div className="rounded-lg border border-line bg-surface p-4 md:p-6">
      <ImportBar label={changeInWords(state)} done={changesDone(state)} of={state.total} />
      <p className="mt-3 text-muted text-sm">You may leave this page. It goes on by itself.</p>
    </div>
  );
}

function Over({ state: { kind, changed, refused } }: { state: ChangeState }) {
  const done = kind === "deactivate" ? "deactivated" : "taken back";
  return (
    <Callout
      tone="done"
      title={changed === 0 ? "Nobody was changed" : `${creatorsText(changed)} ${done}`}
      live
      actions={
        <ButtonLink size="sm" href={CREATORS_PATH}>
          Show the creators
        </ButtonLink>
      }
    >
      {refused > 0 ? "Those for whom it was refused are below, with the reason." : "It was refused for nobody."}
    </Callout>
  );
}

/** What is over is drawn by the server once more, and is not followed any longer. */
function DrawAnew() {
  const router = useRouter();
  useEffect(() => router.refresh(), [router]);
  return null;
}
