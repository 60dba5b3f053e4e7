import type { Ctx, ExaminerActor } from "@/lib/domain/core/context";
import { type LedgerAction, record, type SubjectKind } from "@/lib/domain/core/ledger";
import { tellOfInspection } from "@/lib/domain/custody/inspections";
import { clock } from "@/lib/platform/clock";
import { inTransaction, type Prisma, type Tx } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { Examination, ExaminationLookKind } from "@/prisma/generated/client";
import { getOpen, holdOpen } from "./access";
import type { RecordKind } from "./labels";
import { oneRecord, productionsOf } from "./scope";

/**
 * Reads something for an examiner and keeps the look, in one transaction, which the end of the examination waits for. All of `read` is by
 * this transaction: one that waited for a second connection could hold the last one. Throws `NotFound` unless the examination is open.
 */
export const whileOpen = <T>(
  ctx: Ctx<ExaminerActor>,
  read: (tx: Tx, examination: Examination) => Promise<T>,
): Promise<T> =>
  inTransaction(async (tx) => {
    await holdOpen(tx, ctx.actor.examinationId);
    return read(tx, await getOpen(tx, ctx));
  });

type Look = {
  kind: ExaminationLookKind;
  action: LedgerAction;
  subject: { kind: SubjectKind; id: string };
  title: string;
  sha256?: Uint8Array;
  /** What its ledger line has beside the examination and the examiner. */
  detail?: Readonly<Record<string, number>>;
  /** The record it belongs to, or a query of the `kind` and `id` of several, whose productions were inspected. */
  of?: { kind: RecordKind; id: string } | { all: Prisma.Sql };
  /** The people whom it shows, with the action that tells each of them. */
  people?: { action: LedgerAction; ids: readonly string[] };
};

/**
 * Keeps that an examiner looks at something: its row, a ledger line for it and one for each person it shows, hidden from partners, and
 * for an inspector's first look at a production the event to each linked partner.
 */
export async function recordLook(
  tx: Tx,
  ctx: Ctx<ExaminerActor>,
  { id, agency, examiner, profile }: Examination,
  { kind, action, subject, title, sha256, of, people, ...more }: Look,
): Promise<void> {
  const lookedAt = clock.now();
  await tx.examinationLook.create({
    data: {
      ...{ id: newId(), examinationId: id, kind, subjectKind: subject.kind, subjectId: subject.id, title, lookedAt },
      ...(sha256 && { sha256: Buffer.from(sha256) }),
    },
  });
  const line = { ctx, partnerId: null, reason: agency };
  const detail = { examinationId: id, examiner };
  record(tx, { ...line, action, subject, detail: { ...detail, ...more.detail } });
  for (const personId of new Set(people?.ids ?? [])) {
    const about = { [`${subject.kind === "collab_scene" ? "scene" : subject.kind}Id`]: subject.id };
    record(tx, {
      ...line,
      action: people?.action ?? action,
      subject: { kind: "person", id: personId },
      detail: { ...detail, ...about },
    });
  }
  if (profile === "inspector" && of) await inspect(tx, ctx, { examinationId: id, agency, examiner, of, at: lookedAt });
}

type Inspected = {
  examinationId: string;
  agency: string;
  examiner: string;
  of: NonNullable<Look["of"]>;
  at: Date;
};

async function inspect(
  tx: Tx,
  ctx: Ctx<ExaminerActor>,
  { examinationId, agency, examiner, of, at }: Inspected,
): Promise<void> {
  const first: string[] = [];
  // In the order of their ids, so that two looks at once can't wait for each other.
  for (const productionId of await productionsOf(tx, "all" in of ? of.all : oneRecord(of))) {
    const { count } = await tx.examinationProduction.createMany({
      data: [{ examinationId, productionId, inspectedAt: at }],
      skipDuplicates: true,
    });
    if (count > 0) first.push(productionId);
  }
  if (first.length === 0) return;
  await tellOfInspection(tx, first, { inspectedAt: at, agency });
  for (const productionId of first) {
    record(tx, {
      ctx,
      action: "production.records_inspected",
      subject: { kind: "production", id: productionId },
      partnerId: null,
      detail: { examinationId, agency, examiner, inspectedAt: at.toISOString() },
    });
  }
}

/** Whose ID the photos among looks show, by the subject of the look. */
export async function peopleInPhotos(
  tx: Pick<Tx, "identity">,
  looks: readonly { kind: string; subjectId: string }[],
): Promise<ReadonlyMap<string, { userId: string; legalName: string }>> {
  const checkIds = new Set(looks.filter(({ kind }) => kind === "photo").map(({ subjectId }) => subjectId));
  if (checkIds.size === 0) return new Map();
  const found = await tx.identity.findMany({
    where: { checkId: { in: [...checkIds] } },
    select: { checkId: true, userId: true, legalName: true },
  });
  return new Map(found.map(({ checkId, ...person }) => [checkId, person]));
}
