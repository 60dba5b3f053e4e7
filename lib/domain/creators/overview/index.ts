export { type CreatorStatus, getCreatorStatus, isCreator } from "./creator-status";
export { type Look, listLooks, listRecords, type OwnRecord } from "./list-records";
export { listPlatforms, type Platform } from "./platforms";
