import { z } from "zod";
import { record } from "@/lib/domain/core/ledger";
import { clock } from "@/lib/platform/clock";
import { db, inTransaction } from "@/lib/platform/db";
import type { DocumentText } from "@/lib/platform/documents/mrz";
import { readDocument, UnreadableDocument } from "@/lib/platform/documents/read-document";
import { defineTask, type JobContext } from "@/lib/platform/jobs";
import { countryOfIcao } from "./documents";
import { readPhoto } from "./photos";
import { READ_DOCUMENT, type ReadFields, sealFields } from "./reading";

type Photo = { id: string; kind: string };

const sidesOf = <P extends Photo>(photos: readonly P[]): P[] => photos.filter(({ kind }) => kind !== "person");
const idsOf = (photos: readonly Photo[]): string =>
  sidesOf(photos)
    .map(({ id }) => id)
    .toSorted()
    .join();

/**
 * Reads the document of a check from its photos, and keeps what it says. Photos that change meanwhile queue a reading of their own, so
 * this one is dropped. Never logs what was read.
 */
async function readCheck(checkId: string, { requestId, lastAttempt }: JobContext): Promise<void> {
  const check = await db.identityCheck.findUnique({ where: { id: checkId }, include: { photos: true, reading: true } });
  if (check?.reading?.status !== "queued") return;
  const read = await textOf(check).catch((error: unknown) => {
    if (error instanceof UnreadableDocument || lastAttempt) return "failed" as const;
    throw error;
  });
  await inTransaction(async (tx) => {
    // Not `lockCheck`, which opens the check's data: a key that is lost must not keep the reading queued.
    await tx.$queryRaw`SELECT 1 FROM identity_checks WHERE id = ${checkId} FOR UPDATE`;
    if (idsOf(await tx.identityPhoto.findMany({ where: { checkId } })) !== idsOf(check.photos)) return;
    const text = read === "failed" ? null : read;
    const status = read === "failed" ? read : text ? "read" : "nothing";
    const { count } = await tx.documentReading.updateMany({
      where: { checkId, status: "queued" },
      data: {
        status,
        source: text?.source ?? null,
        fields: text && (await sealFields(tx, check, fieldsOf(text))),
        readAt: clock.now(),
      },
    });
    if (count === 0) return;
    record(tx, {
      ctx: { actor: { kind: "system", name: READ_DOCUMENT }, requestId },
      action: "identity_check.document_read",
      subject: { kind: "identity_check", id: checkId },
      detail: {
        status,
        source: text?.source ?? null,
        photos: sidesOf(check.photos).map(({ id, kind }) => ({ photoId: id, kind })),
      },
    });
  });
}

async function textOf({
  id,
  userId,
  photos,
}: {
  id: string;
  userId: string;
  photos: { id: string; kind: "document_front" | "document_back" | "person" }[];
}) {
  const sides: Uint8Array[] = [];
  // Most documents with two sides have what a machine reads on their back.
  for (const { kind } of sidesOf(photos).toSorted((one, other) => one.kind.localeCompare(other.kind)))
    sides.push((await readPhoto({ checkId: id, userId, kind })).jpeg);
  return readDocument({ photos: sides });
}

/** What was read, in the words of our forms. */
function fieldsOf({
  name,
  isNameCut,
  birthDate,
  expiryDate,
  number,
  issuer,
  state,
  code,
  source,
}: DocumentText): ReadFields {
  const day = (text: string | null) => (text ? new Date(`${text}T00:00:00.000Z`) : null);
  return {
    legalName: name,
    isNameCut,
    birthDate: day(birthDate),
    documentNumber: number,
    documentType: source === "pdf417" ? (LICENSES[code ?? ""] ?? null) : kindOf(code ?? ""),
    documentCountry: issuer && countryOfIcao(issuer),
    documentExpiry: day(expiryDate),
    state: issuer === "USA" || issuer === "CAN" ? state : null,
  };
}

const LICENSES: Record<string, ReadFields["documentType"]> = {
  DL: "driving_licence",
  EN: "driving_licence",
  ID: "id_card",
};

/** The kind of document by its code: ICAO 9303, and the European format of residence permits. */
function kindOf(code: string): ReadFields["documentType"] {
  if (code.startsWith("P")) return "passport";
  if (/^([IA]R|C\d)$/.test(code)) return "residence_permit";
  return code.startsWith("I") ? "id_card" : null;
}

export const readDocumentTask = defineTask(READ_DOCUMENT, z.object({ checkId: z.string() }), ({ checkId }, job) =>
  readCheck(checkId, job),
);
