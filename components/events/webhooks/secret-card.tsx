"use client";

import { lazy, Suspense, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import { ConfirmAction } from "@/components/ui/confirm-action";
import { Field, Select } from "@/components/ui/field";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { ShownEndpoint } from "@/lib/domain/events/endpoints";

const SecretOverlap = lazy(() => import("./secret-overlap").then((loaded) => ({ default: loaded.SecretOverlap })));
const SecretShown = lazy(() => import("./secret-shown").then((loaded) => ({ default: loaded.SecretShown })));

/** The result of revealing or rotating a secret. */
export type SecretResult = ActionResult & { secret?: string };

type SecretCardProps = {
  secret: ShownEndpoint["secret"];
  reveal: () => Promise<SecretResult>;
  rotate: (formData: FormData) => Promise<SecretResult>;
  endOverlap: () => Promise<ActionResult>;
};

/** An endpoint's signing secret: reveal it or rotate it. */
export function SecretCard({ secret, reveal, rotate, endOverlap }: SecretCardProps) {
  const [shown, setShown] = useState<string>();
  const [error, setError] = useState<string>();
  const [pending, startTransition] = useTransition();

  const show = () =>
    startTransition(async () => {
      const result = await reveal();
      setError(result.error);
      setShown(result.secret);
    });

  async function replace(formData: FormData): Promise<ActionResult> {
    const result = await rotate(formData);
    if (result.secret) setShown(result.secret);
    return result;
  }

  return (
    <SectionCard
      id="secret"
      title="Signing secret"
      description={
        <>
          Proves that events come from us. In use since <Time at={secret.since} as="datetime" />.
        </>
      }
      body="flex flex-col gap-4"
    >
      {error ? (
        <Callout tone="harm" live>
          {error}
        </Callout>
      ) : null}
      {secret.overlapEnds ? (
        <Suspense>
          <SecretOverlap ends={secret.overlapEnds} endOverlap={endOverlap} />
        </Suspense>
      ) : null}
      {shown ? (
        <Suspense>
          <SecretShown secret={shown} />
        </Suspense>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {shown ? (
          <Button onClick={() => setShown(undefined)}>Hide the secret</Button>
        ) : (
          <Button onClick={show} loading={pending}>
            Show the secret
          </Button>
        )}
        <SecretRotate overlapEnds={secret.overlapEnds} rotate={replace} />
      </div>
      {shown ? null : <p className="text-muted text-sm">Each view is logged with your name.</p>}
    </SectionCard>
  );
}

type SecretRotateProps = { overlapEnds: Date | null; rotate: (formData: FormData) => Promise<ActionResult> };

/** Rotates a secret. The dialog says what happens to the current ones. */
export function SecretRotate({ overlapEnds, rotate }: SecretRotateProps) {
  return (
    <ConfirmAction
      trigger={<Button>Rotate</Button>}
      title="Rotate the signing secret?"
      confirmLabel="Rotate the secret"
      tone="neutral"
      action={rotate}
      success="The new secret signs from now on"
    >
      {/* Not lazy: a quick confirmation must send these fields. */}
      <RotateFields overlapEnds={overlapEnds} />
    </ConfirmAction>
  );
}

const OVERLAPS = [
  { value: "0", label: "None: the old secret ends now" },
  { value: "1", label: "1 hour" },
  { value: "6", label: "6 hours" },
  { value: "24", label: "24 hours" },
  { value: "72", label: "3 days" },
  { value: "168", label: "7 days" },
];
const USUAL = "24";

/** Explains a rotation and asks for the length of the overlap. */
function RotateFields({ overlapEnds }: { overlapEnds: Date | null }) {
  return (
    <>
      <p>
        The new secret signs from the next attempt on. During the overlap, the old secret signs too, so you can update
        your receivers without losing events.
      </p>
      {overlapEnds ? (
        <p className="font-medium">
          An overlap is running until <Time at={overlapEnds} as="datetime" />. End it first, or choose none to end both
          old secrets now.
        </p>
      ) : null}
      <Field
        name="overlapHours"
        label="The old secret ends after"
        hint="Without an overlap, receivers reject events until they have the new secret."
      >
        <Select options={OVERLAPS} defaultValue={USUAL} />
      </Field>
    </>
  );
}
