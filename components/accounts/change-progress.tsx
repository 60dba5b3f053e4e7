"use client";

import { type Column, DataList } from "@/components/lists/data-list";
import { JobProgress, JobRunning } from "@/components/live/job-progress";
import { CREATORS_PATH } from "@/components/shell/addresses";
import { Callout } from "@/components/ui/callout";
import { counted, countText } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Stat, StatRow } from "@/components/ui/page-header";
import { changeInWords, changesDone, REFUSALS_KEPT_DAYS, refusalInWords } from "@/lib/domain/accounts/roster/labels";
import type { ChangeDetail, ChangeState, RefusedCreator } from "@/lib/domain/accounts/roster/schemas";

/** A bulk change, during and after its run, with the creators it was refused for. */
export function ChangeProgress({ initial }: { initial: ChangeDetail }) {
  const { id } = initial.state;
  return (
    <JobProgress
      route="/api/portal/creators/change"
      view={id}
      query={() => new URLSearchParams({ changeId: id })}
      initial={initial}
      called="change"
      isOver={({ state: { finishedAt } }) => finishedAt !== null}
      failures={({ state, refused }) => ({
        title: "Refused",
        count: state.refused,
        shown: refused.length,
        description: "Nothing changed for these creators.",
        reportHref: `/api/portal/creators/change/report?changeId=${id}`,
        list: <RefusedList refused={refused} />,
      })}
    >
      {({ state, refused }) => (
        <>
          {state.stoppedFor ? (
            <Stopped state={state} />
          ) : state.finishedAt ? (
            <Over state={state} />
          ) : (
            <Runs {...state} />
          )}
          <StatRow>
            <Stat label="Selected" value={countText(state.total)} />
            <Stat
              label={state.kind === "deactivate" ? "Deactivated" : "Reactivated"}
              value={countText(state.changed)}
            />
            <Stat label="Unchanged" value={countText(state.unchanged)} hint="no change needed" />
            <Stat label="Refused" value={countText(state.refused)} tone={state.refused > 0 ? "harm" : "neutral"} />
          </StatRow>
          {state.finishedAt && state.refused > 0 && refused.length === 0 ? (
            <p className="text-muted text-sm">We keep the list of refused creators for {REFUSALS_KEPT_DAYS} days.</p>
          ) : null}
        </>
      )}
    </JobProgress>
  );
}

const Runs = (state: ChangeState) => (
  <JobRunning label={changeInWords(state)} done={changesDone(state)} of={state.total} />
);

const SHOW = (
  <ButtonLink size="sm" href={CREATORS_PATH}>
    Show creators
  </ButtonLink>
);

function Stopped({ state }: { state: ChangeState }) {
  const left = state.total - changesDone(state);
  return (
    <Callout tone="harm" title={`Stopped: ${counted(left, "creator")} not reached`} live actions={SHOW}>
      {state.by} started this change but has left the team or can no longer change creators. Nothing changed for the
      creators not reached. A team member who can manage records can select them and start a new change.
    </Callout>
  );
}

function Over({ state: { kind, changed, refused, total } }: { state: ChangeState }) {
  const done = kind === "deactivate" ? "deactivated" : "reactivated";
  return (
    <Callout
      tone="done"
      title={changed === 0 ? "No creators changed" : `${counted(changed, "creator")} ${done}`}
      live
      actions={SHOW}
    >
      {refused > 0 ? "Refused creators are listed below, with the reason." : `All ${countText(total)} succeeded.`}
    </Callout>
  );
}

const REFUSED_COLUMNS: Column<RefusedCreator>[] = [
  {
    header: "Your user id",
    primary: true,
    cell: ({ externalUserId }) => <span className="line-clamp-2 break-all md:min-w-36">{externalUserId}</span>,
  },
  { header: "Email", cell: ({ email }) => <span className="break-all">{email}</span> },
  {
    header: "Why",
    align: "start",
    cell: ({ code }) => (
      <span className="flex flex-col gap-1">
        <span>{refusalInWords(code)}</span>
        <code className="break-all font-mono text-muted text-xs">{code}</code>
      </span>
    ),
  },
];

const RefusedList = ({ refused }: { refused: readonly RefusedCreator[] }) => (
  <DataList
    caption="Refused creators"
    rows={refused}
    rowKey={({ accountId }) => accountId}
    rowHref={({ accountId }) => `${CREATORS_PATH}/${accountId}`}
    columns={REFUSED_COLUMNS}
  />
);
