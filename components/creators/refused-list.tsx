import { type Column, DataList } from "@/components/ui/data-list";
import { refusalInWords } from "@/lib/domain/roster/labels";
import type { RefusedCreator } from "@/lib/domain/roster/schemas";
import { CREATORS_PATH } from "./roster-address";

const COLUMNS: Column<RefusedCreator>[] = [
  {
    id: "externalUserId",
    header: "Your user id",
    primary: true,
    cell: ({ externalUserId }) => <span className="line-clamp-2 break-all md:min-w-36">{externalUserId}</span>,
  },
  { id: "email", header: "Email", cell: ({ email }) => <span className="break-all">{email}</span> },
  {
    id: "why",
    header: "Why",
    cell: ({ code }) => (
      <span className="flex flex-col gap-1">
        <span>{refusalInWords(code)}</span>
        <code className="break-all font-mono text-muted text-xs">{code}</code>
      </span>
    ),
  },
];

/** For whom a change was refused, and why. */
export const RefusedList = ({ refused }: { refused: readonly RefusedCreator[] }) => (
  <DataList
    caption="Creators for whom it was refused"
    rows={refused}
    rowKey={({ accountId }) => accountId}
    rowHref={({ accountId }) => `${CREATORS_PATH}/${accountId}`}
    columns={COLUMNS}
  />
);
