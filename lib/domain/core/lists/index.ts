export type { Page } from "@/lib/platform/keyset";
export {
  custodianList,
  EITHER,
  editorList,
  type Listed,
  NEWEST,
  partnerList,
  personList,
  producerList,
  type RowIn,
  serviceList,
} from "./declare-list";
export { csvColumns, exportList, exportRows, same } from "./export-list";
export * as field from "./fields";
export * as filter from "./filters";
export { type Asked, pagedList } from "./paged-list";
