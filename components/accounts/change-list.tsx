import { type Column, DataList } from "@/components/lists/data-list";
import { changeHref } from "@/components/shell/addresses";
import { StatusBadge } from "@/components/ui/badge";
import { Callout, EmptyState } from "@/components/ui/callout";
import { counted } from "@/components/ui/format";
import { ButtonLink } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import { changeInWords, changesDone } from "@/lib/domain/accounts/roster/labels";
import type { ChangeState } from "@/lib/domain/accounts/roster/schemas";

const COLUMNS: Column<ChangeState>[] = [
  {
    header: "Change",
    primary: true,
    cell: (state) => `${changeInWords(state)} ${counted(state.finishedAt ? state.changed : state.total, "creator")}`,
  },
  {
    header: "Status",
    cell: ({ finishedAt, stoppedFor }) =>
      stoppedFor ? (
        <StatusBadge tone="harm">Stopped</StatusBadge>
      ) : (
        <StatusBadge tone={finishedAt ? "done" : "accent"}>{finishedAt ? "Done" : "Running"}</StatusBadge>
      ),
  },
  { header: "Selected", align: "end", cell: ({ total }) => total.toLocaleString("en") },
  { header: "Refused", align: "end", cell: ({ refused }) => refused.toLocaleString("en") },
  { header: "By", cell: ({ by }) => <span className="wrap-anywhere">{by}</span> },
  { header: "Started", align: "end", cell: ({ startedAt }) => <Time at={startedAt} /> },
];

export const ChangeList = ({ changes }: { changes: readonly ChangeState[] }) => (
  <DataList
    caption="Changes, newest first"
    rows={changes}
    rowKey={({ id }) => id}
    rowHref={changeHref}
    columns={COLUMNS}
    empty={
      <EmptyState title="No changes yet">
        Select creators in the list to deactivate or reactivate them together. Each change appears here.
      </EmptyState>
    }
  />
);

/** Shows that a bulk change is running, and links to it. */
export function ChangeUnderWay({ state }: { state: ChangeState }) {
  return (
    <Callout
      tone="accent"
      title={`${changeInWords(state)} ${counted(state.total, "creator")}`}
      actions={
        <ButtonLink size="sm" href={changeHref(state)}>
          View progress
        </ButtonLink>
      }
    >
      {changesDone(state).toLocaleString("en")} done so far. It continues in the background.
    </Callout>
  );
}
