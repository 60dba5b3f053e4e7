import type { LegalBasis } from "@/prisma/generated/client";
import type { BasisAnswers } from "./labels";

/**
 * The legal basis of a removal request, from the claimant's answers. Consent that was forced is no consent, and nobody under 18 can
 * give it (47 U.S.C. § 223a). Contract: Removal requests.
 */
export function basisOf({ kind, age, spread, consent }: BasisAnswers): LegalBasis {
  if (kind === "work") return "DMCA";
  if (isIntimate(kind)) {
    if (age === "minor") return "NCII_TAKE_IT_DOWN";
    // The federal act covers what is published. States also punish sharing and threats.
    if (spread === "private" || spread === "threat") return "NCII_STATE";
    return consent === "withdrawn" ? "AN_5196_APPEAL" : "NCII_TAKE_IT_DOWN";
  }
  return kind === "image" && consent === "withdrawn" ? "AN_5196_APPEAL" : "OTHER";
}

/** Whether it is nude or sexual, real or fake. */
export const isIntimate = (kind: BasisAnswers["kind"]): boolean => kind === "intimate" || kind === "altered";
