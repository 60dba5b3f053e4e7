export { type HeldRecords, type LegalHold, legalHoldsOf, liftHold, placeHold } from "./holds";
export { type ActiveHold, holdList } from "./list-legal-holds";
