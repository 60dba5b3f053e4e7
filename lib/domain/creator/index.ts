export { type Alias, addAlias, listAliases, retireAlias } from "./aliases";
export { isCreator, readStanding, type Standing } from "./creator-status";
export { type Look, listLooks, listRecords, type OwnRecord } from "./list-records";
export { listPlatforms, type Platform } from "./platforms";
