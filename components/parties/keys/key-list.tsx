"use client";

import { KeyRound } from "lucide-react";
import { type Column, DataList } from "@/components/lists/data-list";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout, EmptyState } from "@/components/ui/callout";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { countText } from "@/components/ui/format";
import { ButtonLink, TextLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { networkWords, scopeWords } from "@/lib/domain/parties/keys/scopes";
import { isLive } from "@/lib/domain/parties/keys/states";
import { CreateKeyDialog } from "./create-key-dialog";
import type { CreateKey } from "./key-form";
import { KeyStatus, KeyText, LastUse } from "./key-status";
import { type ByKey, LiveKeys, type LiveKeysProps } from "./live-keys";
import { RevokeKey } from "./revoke-key";

export type KeyListProps = Omit<LiveKeysProps, "children"> & {
  limit: number;
  /** The partner's limits in force. */
  limits: { keyLimit: number; addressLimit: number; endpointConcurrency: number };
  mayManage: boolean;
  baseUrl: string;
  create: CreateKey;
  revoke: ByKey;
  cancelRevocation: ByKey;
};

/** The partner's keys, updated live. */
export function KeyList({ partnerId, initial, ...page }: KeyListProps) {
  return (
    <LiveKeys partnerId={partnerId} initial={initial}>
      {(keys, refresh) => <Keys keys={keys} refresh={refresh} {...page} />}
    </LiveKeys>
  );
}

type KeysProps = Omit<KeyListProps, "partnerId" | "initial"> & { keys: PortalKey[]; refresh: () => void };

/** Active keys first, then revoked and expired ones. */
function Keys({ keys, refresh, limit, limits, mayManage, baseUrl, ...act }: KeysProps) {
  const live = keys.filter(({ status }) => isLive(status));
  const ended = keys.filter(({ status }) => !isLive(status));
  const full = live.length >= limit ? `${limit} keys are active, the most allowed. Revoke one first.` : undefined;
  const onlyTest = !live.some(({ mode }) => mode === "live");
  const creator = mayManage ? (
    <CreateKeyDialog create={act.create} baseUrl={baseUrl} full={full} onCreated={refresh} />
  ) : null;
  const actions: Column<PortalKey> = {
    header: "Actions",
    align: "end",
    cell: (key) => <KeyActions item={key} {...act} onDone={refresh} />,
  };

  return (
    <>
      <PageHeader
        title="API keys"
        description="Your programs sign in with these. We show each key once. Here, dots replace its last 6 characters."
        meta={
          <Badge tone={full ? "waiting" : "neutral"}>
            {live.length} of {limit} active
          </Badge>
        }
        actions={creator}
      />
      <div className="flex flex-col gap-8">
        {onlyTest ? <TestModeNote /> : null}
        {full && mayManage ? <Callout tone="waiting">{full}</Callout> : null}
        <DataList
          caption="Active keys"
          rows={live}
          rowKey={(key) => key.id}
          columns={mayManage ? [...columns, actions] : columns}
          empty={
            <EmptyState title="No key is active" icon={<KeyRound />}>
              {mayManage
                ? "Create a live key to make your first call."
                : "An owner, admin or developer can create one."}
            </EmptyState>
          }
        />
        <p className="text-sm text-muted">
          Your limits: {countText(limits.keyLimit)} requests in 60 seconds for each key,{" "}
          {countText(limits.addressLimit)} from one IP address, and {limits.endpointConcurrency} deliveries at once to
          each webhook endpoint. If you need more, ask us.
        </p>
        {ended.length > 0 ? (
          <details className="flex flex-col gap-4">
            <summary className="w-fit cursor-pointer rounded-sm text-muted">
              Revoked and expired keys ({ended.length})
            </summary>
            <div className="pt-4">
              <DataList
                caption="Revoked and expired keys"
                rows={ended}
                rowKey={(key) => key.id}
                columns={endedColumns}
              />
            </div>
          </details>
        ) : null}
      </div>
    </>
  );
}

function TestModeNote() {
  return (
    <Callout tone="accent" title="You have a test key. Calls need a live key.">
      There is no sandbox: calls with a test key get 403 and the code TEST_MODE_UNAVAILABLE. They appear in your request
      log, so you can check that your program reaches us. To get events without real creators,{" "}
      <TextLink href="/portal/webhooks/rehearsal">start a rehearsal</TextLink>.
    </Callout>
  );
}

type KeyActionsProps = { item: PortalKey; revoke: ByKey; cancelRevocation: ByKey; onDone: () => void };

function KeyActions({ item, revoke, cancelRevocation, onDone }: KeyActionsProps) {
  return (
    <div className="flex w-full gap-2 md:justify-end">
      {item.status === "ending" ? (
        <ConfirmAction
          trigger={<Button size="sm">Keep</Button>}
          title={`Keep “${item.name}”?`}
          confirmLabel="Keep the key"
          tone="neutral"
          action={() => cancelRevocation(item.id)}
          onDone={onDone}
          success={`“${item.name}” stays active`}
        >
          <p>This cancels the scheduled revocation. The key works until you revoke it.</p>
        </ConfirmAction>
      ) : null}
      {item.mode === "live" && item.status === "active" ? (
        <ButtonLink href={`/portal/keys/${item.id}/rotate`} size="sm" aria-label={`Rotate ${item.name}`}>
          Rotate
        </ButtonLink>
      ) : null}
      <RevokeKey item={item} revoke={revoke} onDone={onDone} />
    </div>
  );
}

const name: Column<PortalKey> = {
  header: "Key",
  primary: true,
  cell: (key) => (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="break-words font-medium">{key.name}</span>
        {key.mode === "test" ? <Badge>Test</Badge> : null}
      </span>
      <span className="text-muted">
        <KeyText {...key} />
      </span>
      {key.mode === "live" ? (
        <TextLink href={`/portal/keys/${key.id}`} className="text-xs">
          {[scopeWords(key.scopes), networkWords(key.networks)].filter(Boolean).join(" ")}
          <span className="sr-only">: access of {key.name}</span>
        </TextLink>
      ) : null}
    </span>
  ),
};
const status: Column<PortalKey> = { header: "Status", cell: (key) => <KeyStatus item={key} /> };
const lastUse: Column<PortalKey> = {
  header: "Last used",
  cell: ({ lastUsedAt }) => <LastUse at={lastUsedAt} />,
};

const columns: readonly Column<PortalKey>[] = [
  name,
  status,
  lastUse,
  {
    header: "Expires",
    cell: ({ expiresAt }) =>
      expiresAt ? <Time at={expiresAt} as="date" /> : <span className="text-muted">Never</span>,
  },
  {
    header: "Created",
    cell: ({ createdAt, createdBy }) => (
      <span className="flex flex-col">
        <Time at={createdAt} />
        <span className="break-words text-muted text-xs">{createdBy ?? "Support"}</span>
      </span>
    ),
  },
];

const endedColumns: readonly Column<PortalKey>[] = [
  name,
  status,
  lastUse,
  {
    header: "Revoked by",
    cell: ({ status: now, revokedBy }) => (now === "expired" ? "–" : (revokedBy ?? "Schedule or support")),
  },
];
