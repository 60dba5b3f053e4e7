export { fillSearch, queueForSearch, startSearchFilling } from "./fill-search";
export {
  containsAll,
  findHits,
  isIndexed,
  isUrl,
  MATCHED_MOST,
  matchesByIndex,
  matchesWords,
  ownedBy,
  wordsOf,
} from "./find-hits";
