"use client";

import { lazy, Suspense, useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { useFormAction } from "@/components/ui/form";
import { ButtonLink } from "@/components/ui/link";
import { Stepper } from "@/components/ui/progress";
import { TitledCard } from "@/components/ui/section";
import type { PortalKey } from "@/lib/domain/parties/keys/schemas";
import { networkWords, scopeWords } from "@/lib/domain/parties/keys/scopes";
import { type CreateKey, KeyFields } from "./key-form";
import { KeyStatus, KeyText, LastUse } from "./key-status";
import { type ByKey, LiveKeys, type LiveKeysProps } from "./live-keys";
import { RevokeOldKey } from "./revoke-key";
import { ROTATION_STEPS, type RotationStep, rotationStep, successorOf } from "./rotation-step";

const KeySecret = lazy(() => import("./key-secret").then((loaded) => ({ default: loaded.KeySecret })));

export type KeyRotationProps = Omit<LiveKeysProps, "children"> & {
  oldId: string;
  /** The suggested name of the new key. */
  suggestion: string;
  baseUrl: string;
  create: CreateKey;
  revoke: ByKey;
  plan: ByKey;
  cancel: ByKey;
};

const NUMBERS: Record<RotationStep, number> = { create: 1, deploy: 2, watch: 3, revoke: 4, done: 4 };

/** Guides through a rotation. The step follows from the keys, so anyone on the team can resume it. */
export function KeyRotation({ partnerId, initial, ...page }: KeyRotationProps) {
  return (
    <LiveKeys partnerId={partnerId} initial={initial}>
      {(keys, refresh) => <Rotation keys={keys} refresh={refresh} {...page} />}
    </LiveKeys>
  );
}

type RotationProps = Omit<KeyRotationProps, "partnerId" | "initial"> & { keys: PortalKey[]; refresh: () => void };

function Rotation({ keys, refresh, oldId, suggestion, baseUrl, create, ...act }: RotationProps) {
  const { state, action, onSubmit, pending } = useFormAction(create, {});
  const created = state.created;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key that was made
  useEffect(() => {
    if (created) refresh();
  }, [created]);

  const old = keys.find(({ id }) => id === oldId);
  if (!old) return null;
  const successor = successorOf(old, keys);
  const step = rotationStep(old, successor);
  const secret = successor && created?.keyId === successor.id ? created.key : undefined;

  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Stepper steps={ROTATION_STEPS.map((label) => ({ label }))} current={NUMBERS[step]} label="Rotation" />
      {step === "create" ? (
        <TitledCard title="Create the new key" description="The old key keeps working.">
          <form action={action} onSubmit={onSubmit} className="flex flex-col items-start gap-6" noValidate>
            <div className="w-full max-w-md">
              <KeyFields
                state={state}
                suggestion={suggestion}
                keeps={[scopeWords(old.scopes), networkWords(old.networks)].filter(Boolean).join(" ")}
              />
            </div>
            <Button type="submit" variant="primary" loading={pending}>
              Create the new key
            </Button>
          </form>
        </TitledCard>
      ) : null}
      {successor ? (
        <>
          {secret ? (
            <TitledCard title="Deploy the new key" description="Replace the old key with it.">
              <Suspense>
                <KeySecret secret={secret} baseUrl={baseUrl} />
              </Suspense>
            </TitledCard>
          ) : null}
          <KeysSideBySide old={old} successor={successor} />
          <Advice step={step} planned={old.status === "ending"} secretShown={secret !== undefined} />
          <RevokeOldKey old={old} successor={successor} step={step} {...act} onDone={refresh} />
        </>
      ) : null}
      {step === "done" ? (
        <Callout
          tone="done"
          title={successor ? "The rotation is done" : "This key no longer works"}
          live
          actions={
            <ButtonLink href="/portal/keys" size="sm">
              Back to the keys
            </ButtonLink>
          }
        >
          {successor ? "Only the new key works now." : "It can’t be rotated."}
        </Callout>
      ) : null}
    </div>
  );
}

function Advice({ step, planned, secretShown }: { step: RotationStep; planned: boolean; secretShown: boolean }) {
  if (step === "deploy" && !secretShown) {
    return (
      <Callout tone="waiting" title="Deploy the new key">
        We showed it once, when you created it. If you lost it, revoke it on the keys page and start again. The old key
        still works.
      </Callout>
    );
  }
  if (step === "watch") {
    return (
      <Callout tone="waiting" title="Some programs still use the old key" live>
        Wait until the old key is unused for five minutes while the new one is in use. This page updates live.
      </Callout>
    );
  }
  if (planned) {
    return (
      <Callout title="The old key’s revocation is scheduled" live>
        Until then both keys work. If the old key is still in use, cancel the revocation and check the request log.
      </Callout>
    );
  }
  if (step === "revoke") {
    return (
      <Callout tone="done" title="The traffic has moved" live>
        The new key is in use. Most teams keep both keys for a day, for programs that run rarely.
      </Callout>
    );
  }
  return null;
}

function KeysSideBySide({ old, successor }: { old: PortalKey; successor: PortalKey }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <OneKey title="Old key" item={old} />
      <OneKey title="New key" item={successor} />
    </div>
  );
}

function OneKey({ title, item }: { title: string; item: PortalKey }) {
  return (
    <Card as="section" className="flex flex-col gap-4 p-4 md:p-6" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-base">{title}</h2>
        <KeyStatus item={item} />
      </div>
      <dl className="flex flex-col gap-1">
        <dt className="text-muted">Last used</dt>
        <dd className="font-semibold text-lg">
          <LastUse at={item.lastUsedAt} />
        </dd>
      </dl>
      <p className="flex min-w-0 flex-col gap-1 text-muted">
        <span className="break-words">{item.name}</span>
        <KeyText {...item} />
      </p>
    </Card>
  );
}
