import { type Column, DataList } from "@/components/lists/data-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { SessionRow } from "@/lib/domain/parties/people/sessions";
import { deviceName } from "./device-name";

export type SessionListProps = {
  sessions: SessionRow[];
  currentId: string;
  end: (sessionId: string) => Promise<ActionResult>;
};

/** Where a person is signed in. */
export function SessionList({ sessions, currentId, end }: SessionListProps) {
  const columns: Column<SessionRow>[] = [
    {
      id: "device",
      header: "Browser",
      primary: true,
      cell: ({ id, userAgent }) => (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {deviceName(userAgent)}
          {id === currentId ? <Badge tone="done">This one</Badge> : null}
        </span>
      ),
    },
    {
      id: "ip",
      header: "Address",
      cell: ({ ip }) => <span className="wrap-break-word font-mono text-xs">{ip ?? "unknown"}</span>,
    },
    { id: "seen", header: "Last active", cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    { id: "since", header: "Signed in", cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: "until", header: "Ends", cell: ({ expires }) => <Time at={expires} /> },
    {
      id: "actions",
      header: "Actions",
      align: "end",
      cell: ({ id, userAgent }) =>
        id === currentId ? (
          <span className="text-muted text-xs">Sign out to end it</span>
        ) : (
          <ConfirmAction
            trigger={
              <Button size="sm" aria-label={`End the session of ${deviceName(userAgent)}`}>
                End
              </Button>
            }
            title="End this session?"
            confirmLabel="End the session"
            action={end.bind(null, id)}
            success="The session is ended"
          >
            <p>We sign out {deviceName(userAgent)} at its next click. Unsaved input there is lost.</p>
          </ConfirmAction>
        ),
    },
  ];
  return <DataList caption="Sessions" rows={sessions} rowKey={({ id }) => id} columns={columns} />;
}
