export { type HeldRecord, type LegalHold, legalHoldsOf, liftHold, placeHold } from "./holds";
