export { decideKnownCase, findKnownCaseOutcome, type KnownCaseOutcome, passKnownCase } from "./decide";
export { declarationOf, knownCaseHistory, knownCaseOrigin } from "./disguise";
export { plantKnownCase, plantKnownCasesSchedule, plantKnownCasesTask } from "./plant";
export {
  addKnownCasePhoto,
  type KnownCaseRow,
  knownCaseList,
  makeKnownCase,
  retireKnownCase,
  viewKnownCase,
} from "./specimens";
