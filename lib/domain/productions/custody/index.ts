export { inspectProduction, listProductionsOfAll } from "./inspect-productions";
export { releaseSeal } from "./release-seal";
export { type FoundProduction, productionRecordList } from "./search-records";
export { type ProductionRecord, viewProductionRecord } from "./view-record";
