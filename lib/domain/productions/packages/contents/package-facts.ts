import { presentAttestation, type ShownAttestation } from "@/lib/domain/acts";
import type { Proof } from "@/lib/domain/core/transparency";
import { newestPhotos, type PhotoKind } from "@/lib/domain/identity";
import { openDocumentNumber, withFacts } from "@/lib/domain/identity/id-facts";
import type { DocumentType } from "@/lib/domain/identity/id-facts/schemas";
import { hexOf, SealBroken } from "@/lib/platform/crypto";
import { db, rowsIn } from "@/lib/platform/db";
import type { IdentityDriver } from "@/prisma/generated/client";
import { MissingRecord, UnreadableRecord } from "../finish-seal";
import { lastEntryOf, proofsOf } from "./history";
import { dayText } from "./text";

/** A scene of a production that somebody is in. */
export type PackagedScene = {
  title: string;
  /** The day of the shoot, otherwise of the scene's creation. */
  date: Date;
  /** The signed release's performer; null for the scene's uploader. */
  performerId: string | null;
  /** The name that signed the release; null for the scene's uploader. */
  signedName: string | null;
  /** What the uploader stated; null for a performer. */
  statement: ShownAttestation | null;
};

/** Somebody in a production, with their verified ID. */
export type PackagedPerformer = {
  /** The folder with their records, without the folders above it. */
  folder: string;
  email: string;
  userId: string;
  legalName: string;
  /** Every other name they have used, in order. */
  otherNames: string[];
  id: {
    checkId: string;
    driver: IdentityDriver;
    vendorSessionId: string | null;
    verifiedAt: Date;
    birthDate: Date | null;
    type: DocumentType | null;
    country: string | null;
    number: string | null;
    expiry: Date | null;
    photos: { kind: PhotoKind; sha256: string }[];
  };
  scenes: PackagedScene[];
};

/**
 * Everybody in a production, by legal name, one for each address, with the scenes in which they consented. Throws
 * `MissingRecord` for somebody without a release or a verified ID, and `UnreadableRecord` for an ID that doesn't open.
 */
export async function findPerformers(productionId: string): Promise<PackagedPerformer[]> {
  const people = await peopleOf(productionId);
  const identities = await findIdentities([...people.values()].map(({ userId }) => userId));
  const found = [...people.values()].map((person) => {
    const identity = identities.get(person.userId);
    if (!identity) throw new MissingRecord("verified ID", person.email);
    return { ...person, ...identity };
  });
  const known = await Promise.all(
    found.map(async ({ check, ...person }) => ({ ...person, id: await openCheck(person.email, check) })),
  );
  const digits = Math.max(3, String(known.length).length);
  return known
    .toSorted((a, b) => byName(a.legalName, b.legalName) || byName(a.email, b.email))
    .map((person, n) => ({ ...person, folder: `${String(n + 1).padStart(digits, "0")}-${slugOf(person.legalName)}` }));
}

/** Orders names as a reader of English expects, accents and other scripts included. */
export const byName = new Intl.Collator("en").compare;

/** A name in plain ASCII; "performer" for one in another script. */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  if (/[^\p{ASCII}]/u.test(plain)) return "performer";
  const slug = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  return slug || "performer";
}

type Person = { email: string; userId: string; scenes: PackagedScene[] };

async function peopleOf(productionId: string): Promise<Map<string, Person>> {
  const found = await rowsIn<{
    email: string;
    userId: string | null;
    performerId: string | null;
    statementId: string | null;
    signedName: string | null;
    title: string;
    date: Date;
    counts: boolean;
  }>(db)`
    SELECT m.email, m.scene_performer_id AS performer_id, s.title, coalesce(s.shoot_date, s.created_at) AS date,
      CASE WHEN m.scene_performer_id IS NULL THEN s.attestation_id END AS statement_id,
      r.signed_name,
      CASE WHEN m.scene_performer_id IS NULL THEN coalesce(t.user_id, a.user_id) ELSE p.user_id END AS user_id,
      p.id IS NULL OR p.consented_at IS NOT NULL AND s.status = 'greenlit' AS counts
    FROM production_performers m
      JOIN collab_scenes s ON s.id = m.scene_id
      LEFT JOIN scene_performers p ON p.id = m.scene_performer_id
      LEFT JOIN attestations r ON r.id = p.release_id
      LEFT JOIN attestations t ON t.id = s.attestation_id
      LEFT JOIN solo_accounts a ON a.id = s.uploader_account_id AND a.partner_id = s.partner_id
    WHERE m.production_id = ${productionId} ORDER BY m.email, date, m.scene_id`;
  const statements = await findStatements(found.flatMap(({ statementId }) => statementId ?? []));
  const people = new Map<string, Person>();
  const missing = found.find(({ email }) => !found.some((other) => other.email === email && other.counts));
  if (missing) throw new MissingRecord("signed release", missing.email);
  for (const { email, userId, title, date, performerId, statementId, signedName } of found.filter(
    ({ counts }) => counts,
  )) {
    if (userId === null) throw new MissingRecord("verified ID", email);
    const person = people.get(email) ?? { email, userId, scenes: [] };
    people.set(email, person);
    const statement = (statementId && statements.get(statementId)) || null;
    person.scenes.push({ title, date, performerId, signedName, statement });
  }
  return people;
}

async function findStatements(ids: readonly string[]): Promise<Map<string, ShownAttestation>> {
  const rows = await db.attestation.findMany({ where: { id: { in: [...ids] } } });
  return new Map(rows.map((row) => [row.id, presentAttestation(row)]));
}

async function findIdentities(userIds: readonly string[]) {
  const users = { in: [...new Set(userIds)] };
  const rows = await db.identity.findMany({
    where: { userId: users },
    include: { check: { include: { photos: { orderBy: { kind: "asc" } } } } },
  });
  const aliases = await db.personAlias.findMany({ where: { userId: users }, select: { userId: true, name: true } });
  const known = rows.map(({ userId, legalName, verifiedAt, check }) => {
    const own = aliases.filter((alias) => alias.userId === userId).map(({ name }) => name);
    const otherNames = [...new Set([...check.otherNames, ...own])].toSorted(byName);
    return [userId, { legalName, otherNames, check: { ...check, verifiedAt } }] as const;
  });
  return new Map(known);
}

type SealedCheck = NonNullable<ReturnType<Awaited<ReturnType<typeof findIdentities>>["get"]>>["check"];

async function openCheck(email: string, sealed: SealedCheck): Promise<PackagedPerformer["id"]> {
  try {
    const [check] = await withFacts(db, [sealed]);
    if (!check) throw new SealBroken("An ID was lost.");
    return {
      checkId: check.id,
      driver: check.driver,
      vendorSessionId: check.vendorSessionId,
      verifiedAt: check.verifiedAt,
      birthDate: check.birthDate,
      type: check.documentType,
      country: check.documentCountry,
      number: await openDocumentNumber(db, check),
      expiry: check.documentExpiry,
      photos: newestPhotos(check.photos).map(({ kind, sha256 }) => ({ kind, sha256: hexOf(sha256) })),
    };
  } catch (error) {
    if (error instanceof SealBroken) throw new UnreadableRecord("ID", email, error);
    throw error;
  }
}

/** What a package is about, as its files say it: the names as they were when it was certified. */
export type PackageFacts = {
  packageId: string;
  /** When this package was made. */
  sealedAt: Date;
  production: { id: string; title: string; productionDate: Date };
  producerName: string;
  /** What the producer certified. */
  certified: ShownAttestation;
  /** By legal name. */
  performers: PackagedPerformer[];
  depictionCount: number;
  /** The last entry of the ledger that the history has. */
  lastEntry: bigint;
  /** Proofs of its entries, as of now: the archive is written twice, and a newer checkpoint would change them. */
  proofs: Proof[];
};

/** The facts of a package that is to be sealed. Throws `UnreadableRecord` and `MissingRecord` for a performer's records. */
export async function findPackageFacts(packageId: string, sealedAt: Date): Promise<PackageFacts> {
  const { attestation, production, title, producerName } = await db.sealedPackage.findUniqueOrThrow({
    where: { id: packageId },
    include: { attestation: true, production: { select: { id: true, productionDate: true } } },
  });
  const { id, productionDate } = production;
  const lastEntry = await lastEntryOf(id);
  return {
    packageId,
    sealedAt,
    production: { id, title, productionDate },
    producerName,
    certified: presentAttestation(attestation),
    performers: await findPerformers(id),
    depictionCount: await db.productionDepiction.count({ where: { productionId: id } }),
    lastEntry,
    proofs: await proofsOf({ production, lastEntry }),
  };
}

type PackagedId = PackagedPerformer["id"];

export const PHOTO_FILES: Record<PhotoKind, string> = {
  document_front: "id-front.jpg",
  document_back: "id-back.jpg",
  person: "person.jpg",
};

const BY: Record<IdentityDriver, string> = {
  custodian_review: "By a custodian of records, who compared the photos with the ID",
  stripe_identity: "By Stripe Identity",
  import: "Elsewhere, and imported by the operator",
};

/** How and when somebody's ID was verified. */
export function verifiedText({ driver, vendorSessionId, verifiedAt }: PackagedId): string {
  const session = vendorSessionId ? `, session ${vendorSessionId}` : "";
  return `${BY[driver]}, on ${dayText(verifiedAt)}${session}`;
}

/** The copies of somebody's ID that their folder holds. Stripe Identity and imports may hand none to us. */
export function idCopies({ photos }: PackagedId): string {
  const copies = photos.filter(({ kind }) => kind !== "person").map(({ kind }) => PHOTO_FILES[kind]);
  return copies.join("; ") || "None. No copy was given to the custodian of records.";
}
