import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requirePerson } from "@/app/session";
import { OwnStart, OwnUnpublished } from "@/components/removals/filing/own-start";
import { RemovalShell } from "@/components/removals/filing/shell";
import { findOwnRecord } from "@/lib/domain/removals";
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
  return (
    <RemovalShell>
      {found.isPublished ? (
        <OwnStart title={found.title} action={startOwnAction.bind(null, kind, id)} />
      ) : (
        <OwnUnpublished title={found.title} />
      )}
    </RemovalShell>
  );
}
