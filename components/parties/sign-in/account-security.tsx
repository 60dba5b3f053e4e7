import { type Column, DataList } from "@/components/lists/data-list";
import { ActionForm } from "@/components/ui/action-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Input } from "@/components/ui/field";
import type { ActionResult, FormState } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { PasskeyRow } from "@/lib/domain/parties/people/passkeys";
import type { SessionRow } from "@/lib/domain/parties/people/sessions";
import { deviceName } from "./passkey-ceremony";

export type PasskeyListProps = {
  passkeys: PasskeyRow[];
  rename: (credentialId: string, formData: FormData) => Promise<ActionResult>;
  /** Null while the person has to confirm first who they are. */
  remove: ((credentialId: string) => Promise<ActionResult>) | null;
};

/** A person's passkeys, if they have any. */
export function PasskeyList({ passkeys, rename, remove }: PasskeyListProps) {
  const columns: Column<PasskeyRow>[] = [
    {
      header: "Name",
      primary: true,
      cell: ({ name, synced }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="break-words font-medium">{name}</span>
          {synced ? <Badge>Synced</Badge> : null}
        </span>
      ),
    },
    {
      header: "Last used",
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : <span className="text-muted">Never</span>),
    },
    { header: "Added", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      header: "Actions",
      align: "end",
      cell: ({ credentialId, name }) => (
        <span className="flex w-full gap-2 md:justify-end">
          <ConfirmAction
            trigger={
              <Button size="sm" aria-label={`Rename ${name}`}>
                Rename
              </Button>
            }
            title="Rename the passkey"
            confirmLabel="Save"
            tone="neutral"
            action={rename.bind(null, credentialId)}
            success="The passkey is renamed"
          >
            <Field name="name" label="Name">
              <Input defaultValue={name} maxLength={60} autoComplete="off" />
            </Field>
          </ConfirmAction>
          {remove ? (
            <ConfirmAction
              trigger={
                <Button size="sm" aria-label={`Remove ${name}`}>
                  Remove
                </Button>
              }
              title={`Remove “${name}”?`}
              confirmLabel="Remove the passkey"
              action={remove.bind(null, credentialId)}
              success="The passkey is removed"
            >
              <p>
                You can no longer sign in with it. You can still sign in by email link
                {passkeys.length > 1 ? " or with another passkey" : ""}. We end your other sessions.
              </p>
              <p className="text-muted">Your device may show it until you delete it there too.</p>
            </ConfirmAction>
          ) : null}
        </span>
      ),
    },
  ];
  return <DataList caption="Passkeys" rows={passkeys} rowKey={({ credentialId }) => credentialId} columns={columns} />;
}

type AppSectionProps = {
  /** When the app was added; null without one. */
  since: Date | null;
  /** Both are null while the person has to confirm first who they are. */
  start: ((state: FormState, form: FormData) => Promise<FormState>) | null;
  remove: (() => Promise<ActionResult>) | null;
};

/** A person's authenticator app. */
export function AppSection({ since, start, remove }: AppSectionProps) {
  if (!since)
    return start ? <ActionForm action={start} label="Set up an app" /> : <p className="text-muted">None yet.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span>
        Added <Time at={since} />
      </span>
      {remove ? (
        <ConfirmAction
          trigger={<Button size="sm">Remove the app</Button>}
          title="Remove the authenticator app?"
          confirmLabel="Remove the app"
          action={remove}
          success="The app is removed"
        >
          <p>
            Its codes no longer count, and we end your other sessions. If your role needs a second factor and you have
            no passkey, we ask for a new one.
          </p>
        </ConfirmAction>
      ) : null}
    </div>
  );
}

export type SessionListProps = {
  sessions: SessionRow[];
  currentId: string;
  end: (sessionId: string) => Promise<ActionResult>;
};

/** Where a person is signed in. */
export function SessionList({ sessions, currentId, end }: SessionListProps) {
  const columns: Column<SessionRow>[] = [
    {
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
      header: "Address",
      cell: ({ ip }) => <span className="wrap-break-word font-mono text-xs">{ip ?? "unknown"}</span>,
    },
    { header: "Last active", cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    { header: "Signed in", cell: ({ createdAt }) => <Time at={createdAt} /> },
    { header: "Ends", cell: ({ expires }) => <Time at={expires} /> },
    {
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
