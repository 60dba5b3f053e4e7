import { counted, type Statement, statementOf } from "@/lib/domain/acts";
import { quotable } from "@/lib/domain/scenes";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { hexOf } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";

/** The version of the statement's words. A change of any word below is a new version; stored statements keep theirs. */
export const RENEWAL_VERSION = "renewal-2026-11-23";

/** What a renewal is about: the package, with the names that it was sealed under, and the certificate that ends. */
export type Renewed = {
  productionId: string;
  title: string;
  producerName: string;
  sealedAt: Date;
  archiveSha256: Uint8Array;
  performerCount: number;
  depictionCount: number;
  certificateId: string;
  expiresAt: Date;
};

/**
 * The statement with which a producer renews a certificate, with today's custodian. Show `text` byte for byte: it is kept as
 * evidence. It names the certificate that ends, so each renewal has a statement of its own.
 */
export function renewalStatementOf(renewed: Renewed): Statement {
  const { custodianName, custodianAddress } = env();
  const { productionId, title, producerName, sealedAt, archiveSha256, certificateId, expiresAt } = renewed;
  const introduction =
    `I make this statement for ${quotable(producerName)} (the “Producer”). It is about the production “${quotable(title)}” (number ${productionId}, the ` +
    `“Production”) and its records as they were sealed on ${sealedAt.toISOString()} (the “Records”). The Records have ` +
    `${counted(renewed.performerCount, "performer")} and ${counted(renewed.depictionCount, "depiction")}. The SHA-256 hash of their ` +
    `archive is ${hexOf(archiveSha256)}. Their certificate ${certificateId} ends on ${expiresAt.toISOString()}. ` +
    `${SERVICE_NAME} (the “Service”) issues the next one, and is not a producer of the Production.`;
  const clauses = [
    "I am the Producer, or the Producer authorized me to make this statement.",
    "I have read what the Records say about the Production: its title, its day of production, its performers and its depictions. To the " +
      "best of my knowledge, that is still true and complete.",
    "I know of no person who is depicted in the Production and whom the Records leave out.",
    "Each person who is depicted in the Production was at least eighteen (18) years old when it was produced, and took part voluntarily.",
    "The records that 18 U.S.C. § 2257 and 28 C.F.R. Part 75 require for the Production are kept by " +
      `${quotable(custodianName)}, ${quotable(custodianAddress)}. They are kept for at least seven years, and for as long after that as ` +
      "the law requires.",
    "If I learn that the Records are wrong or incomplete, I will correct them with the Service without delay.",
    "I know that a knowingly false entry in these records is a crime under 18 U.S.C. § 2257(f).",
  ];
  const heading = "Statement of the producer, to renew a certificate";
  return statementOf({ heading, version: RENEWAL_VERSION, introduction, clauses, signature: SIGNATURE });
}

const SIGNATURE =
  "I have read this statement, and it is true. By typing my name and pressing the button, I make it and sign it electronically " +
  "(15 U.S.C. § 7001). The Service records when, from which network address and with which browser I did so, as evidence of it.";
