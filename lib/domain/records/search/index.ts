export { fillSearch, queueForSearch, startSearchFilling } from "./fill-search";
export { containsAll, findHits, isIndexed, isUrl, matchesByIndex, matchesWords, ownedBy, wordsOf } from "./find-hits";
