export type { Page } from "@/lib/platform/keyset";
export {
  type Asked,
  custodianList,
  editorList,
  type Listed,
  NEWEST,
  pagedList,
  partnerList,
  personList,
  producerList,
  type RowIn,
} from "./declare-list";
export { csvColumns, same } from "./export-list";
export * as field from "./fields";
export * as filter from "./filters";
