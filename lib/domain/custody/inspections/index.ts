export { enterInspection, enterInspectionFor } from "./enter-inspection";
export {
  type InspectionRow,
  inspectionsOf,
  listInspections,
  viewInspection,
} from "./read-inspections";
