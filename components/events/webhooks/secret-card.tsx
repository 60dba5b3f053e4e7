"use client";

import { lazy, Suspense, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { SectionCard } from "@/components/ui/card";
import type { ActionResult } from "@/components/ui/form";
import { Time } from "@/components/ui/time";
import type { ShownEndpoint } from "@/lib/domain/events/endpoints";
import { SecretRotate } from "./secret-rotate";

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
