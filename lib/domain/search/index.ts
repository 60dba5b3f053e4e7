export { fillSearch, queueForSearch, startSearchFilling } from "./fill-search";
export { containsAll, findHits, isIndexed, isUrl, matchesWords, ownedBy, wordsOf } from "./find-hits";
