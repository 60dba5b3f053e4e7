export { fillSearch, queueForSearch, startSearchFilling } from "./fill-search";
export { findHits, ownedBy } from "./find-hits";
export { holdsAll, isIndexed, isUrl, says, wordsOf } from "./words";
