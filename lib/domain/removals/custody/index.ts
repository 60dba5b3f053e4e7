export { inspectRequest, listRequestsOfAll } from "./inspect-requests";
export {
  countRequests,
  findNeighbors,
  REQUESTS_COUNTED_AT_MOST,
  type RequestRow,
  requestList,
} from "./list-requests";
export { clocksOf, type ItemClock, type RequestItem } from "./request-items";
export { type Agreement, type ViewedItem, viewItem } from "./view-item";
export { type ViewedRequest, viewRequest } from "./view-request";
