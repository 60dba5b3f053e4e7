export { ageOn, dayOf, factsOf, isUnderAge, sealFacts, withFacts } from "./facts";
export { openDocumentNumber, personKey, personKeyColumn, sealDocumentNumber } from "./person-key";
