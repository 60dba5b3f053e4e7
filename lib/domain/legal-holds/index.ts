export { type HeldRecords, type LegalHold, legalHoldsOf, liftHold, placeHold } from "./holds";
