import { Eye, Trash2 } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePerson } from "@/app/session";
import { ActForm } from "@/components/acts/act-form";
import { Heading, Point, QuietLink, SceneTitle, StepLink } from "@/components/acts/parts";
import { RemovalShell } from "@/components/removals/filing/shell";
import { LargeSubmit } from "@/components/ui/form";
import { findOwnRecord } from "@/lib/domain/removals";
import { ADDRESS_CODE } from "@/lib/domain/removals/filing/labels";
import { ChosenRecord } from "@/lib/domain/removals/filing/schemas";
import { startOwnAction } from "../../../actions";

export const metadata: Metadata = { title: "Ask for a removal" };

type Props = { params: Promise<{ kind: string; id: string }> };

/** The start of a request about a record in the person's own account. */
export default async function OwnPage({ params }: Props) {
  const { kind, id } = await params;
  const ctx = await requirePerson();
  const record = ChosenRecord.safeParse({ kind, id });
  const found = record.success ? await findOwnRecord(ctx, { record: record.data }) : null;
  if (!found) notFound();
  const chosen = found.title === null ? "the record you chose" : <SceneTitle>{found.title}</SceneTitle>;
  return (
    <RemovalShell>
      {found.isPublished ? (
        <ActForm action={startOwnAction.bind(null, kind, id)}>
          <Heading title="Ask for a removal">
            This is about {chosen}. You answer a few questions, then sign. A custodian decides by a deadline.
          </Heading>
          <ul className="flex flex-col gap-6">
            <Point icon={<Trash2 aria-hidden />} title="What we look at">
              Only this record, and copies of the same file. A custodian may add other records that show you.
            </Point>
            <Point icon={<Eye aria-hidden />} title="Who learns of it">
              Only our custodians read your name, your address and your words. Platforms never get them. {ADDRESS_CODE}
            </Point>
          </ul>
          <div className="flex flex-col gap-3">
            <LargeSubmit>Start</LargeSubmit>
            <QuietLink href="/creator/works">Go back</QuietLink>
          </div>
        </ActForm>
      ) : (
        // They may have seen it elsewhere.
        <div className="flex flex-col gap-6">
          <Heading title="There is nothing to take down yet">
            No platform that works with us says it published {chosen}. Did you see it somewhere? Tell us where.
          </Heading>
          <div className="flex flex-col gap-3">
            <StepLink href="/removal">Start a request</StepLink>
            <QuietLink href="/creator/works">Go back</QuietLink>
          </div>
        </div>
      )}
    </RemovalShell>
  );
}
