/** Why a custodian views an ID. The ledger records the purpose first. */
export const VIEW_PURPOSES = [
  "identity_review",
  "inspection",
  "court_order",
  "person_request",
  "fraud_inquiry",
] as const;
export type ViewPurpose = (typeof VIEW_PURPOSES)[number];

export const purposeLabels: Record<ViewPurpose, string> = {
  identity_review: "Identity review",
  inspection: "Inspection of records under 28 CFR 75.5",
  court_order: "Court order or subpoena",
  person_request: "Request by the person",
  fraud_inquiry: "Suspected fraud",
};

export const isViewPurpose = (text: string): text is ViewPurpose => VIEW_PURPOSES.some((purpose) => purpose === text);

/** Why a custodian views other evidence: a review is of IDs only. */
export type EvidencePurpose = Exclude<ViewPurpose, "identity_review">;

export const isEvidencePurpose = (text: string): text is EvidencePurpose =>
  text !== "identity_review" && isViewPurpose(text);
