import type { PhotoKind } from "@/lib/domain/identity";
import type { IdentityDriver } from "@/prisma/generated/client";
import type { PackagedPerformer } from "./find-performers";
import { dayText } from "./text";

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
