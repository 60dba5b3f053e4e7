export { endListingsSchedule, endListingsTask } from "./end-listings";
export { exportHashes } from "./export-hashes";
export { importFile } from "./import-file";
export { matchListed, matchListedTask } from "./match-listed";
export { decideMatch, findListed, type Listed, type MatchRow, matchList } from "./matches";
export { runSourcesSchedule, runSourcesTask, runSourceTask } from "./run-source";
export { hashSourceKeyColumn } from "./source-keys";
export { type HashImport, listSources, type Source, viewSource } from "./source-list";
export { addSource, changeSource, endSource, setKeys } from "./sources";
