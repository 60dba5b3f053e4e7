export { fillSearch, queueForSearch, startSearchFilling } from "./fill-search";
export { findHits, holdsAll, isIndexed, isUrl, ownedBy, says, wordsOf } from "./find-hits";
