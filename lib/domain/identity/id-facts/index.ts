export {
  ageOn,
  dayOf,
  factsOf,
  isUnderAge,
  logUnreadable,
  sealFacts,
  withFacts,
  withReadableFacts,
} from "./facts";
export { openDocumentNumber, personKey, personKeyColumn, personKeys, sealDocumentNumber } from "./person-key";
