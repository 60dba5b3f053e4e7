export { inspectProduction, listProductionsOfAll } from "./inspect-productions";
export { type FoundProduction, productionRecordList } from "./search-records";
export { type ProductionRecord, releaseSeal, viewProductionRecord } from "./view-record";
