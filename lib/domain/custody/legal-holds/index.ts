export { type HeldRecords, type LegalHold, legalHoldsOf, liftHold, placeHold } from "./holds";
export { type ActiveHold, listLegalHolds } from "./list-legal-holds";
