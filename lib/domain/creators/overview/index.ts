export { type CreatorStatus, getCreatorStatus, isCreator } from "./creator-status";
export { type Look, listLooks, type OwnRecord, ownRecordList, proveLooks } from "./list-records";
export { type Platform, platformList } from "./platforms";
