"use client";

import { Eye, Trash2 } from "lucide-react";
import { useActionState } from "react";
import { Heading, Point, SceneTitle, StepLink } from "@/components/acts/parts";
import { ErrorSummary, type FormState, LargeSubmit } from "@/components/ui/form";
import { QuietLink } from "./shell";

type OwnStartProps = { title: string | null; action: (state: FormState) => Promise<FormState> };

/** What somebody asks to be removed from their own list of works, and the button that starts. */
export function OwnStart({ title, action }: OwnStartProps) {
  const [state, submit] = useActionState(action, {});
  return (
    <form action={submit} className="flex flex-col gap-6">
      <ErrorSummary errors={state.errors} message={state.message} />
      <Heading title="Ask for a removal">
        This is about <Chosen title={title} />. You answer a few questions, then sign. A custodian decides by a
        deadline.
      </Heading>
      <ul className="flex flex-col gap-6">
        <Point icon={<Trash2 aria-hidden />} title="What we look at">
          Only this record, and copies of the same file. A custodian may add other records that show you.
        </Point>
        <Point icon={<Eye aria-hidden />} title="Who learns of it">
          Platforms never get your name, your address or your words. If a custodian adds a studio’s production,
          platforms get a fingerprint of your address. Only a platform that already has the address can recognize it.
        </Point>
      </ul>
      <div className="flex flex-col gap-3">
        <LargeSubmit>Start</LargeSubmit>
        <QuietLink href={WORKS}>Go back</QuietLink>
      </div>
    </form>
  );
}

/** A scene that no platform has published. They may have seen it elsewhere. */
export const OwnUnpublished = ({ title }: { title: string | null }) => (
  <div className="flex flex-col gap-6">
    <Heading title="There is nothing to take down yet">
      No platform that works with us says it published <Chosen title={title} />. Did you see it somewhere? Tell us
      where.
    </Heading>
    <div className="flex flex-col gap-3">
      <StepLink href="/removal">Start a request</StepLink>
      <QuietLink href={WORKS}>Go back</QuietLink>
    </div>
  </div>
);

const WORKS = "/creator/works";

const Chosen = ({ title }: { title: string | null }) =>
  title === null ? "the record you chose" : <SceneTitle>{title}</SceneTitle>;
