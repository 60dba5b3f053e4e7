import { SERVICE_NAME } from "@/lib/platform/brand";

/**
 * What a creator declares when sending an identity check. The exact words are kept in the ledger with the moment of
 * sending; the form is that of 28 U.S.C. § 1746.
 */
export const ATTESTATION = {
  version: "2026-11-21",
  text: `I declare under penalty of perjury under the laws of the United States of America that what I have entered here is true and correct, that I am at least 18 years old, and that the identity document and the photos I send to ${SERVICE_NAME} are genuine and show me.`,
  summary: "In short: this is really you, it is really your ID, and you are 18 or older.",
} as const;
