export { addAlias } from "./add-alias";
export { isCreator } from "./is-creator";
export { type Alias, listAliases } from "./list-aliases";
export { type Look, listLooks } from "./list-looks";
export { listPlatforms, type Platform } from "./list-platforms";
export { listRecords, type OwnRecord } from "./list-records";
export { readStanding, type Standing } from "./read-standing";
export { retireAlias } from "./retire-alias";
