export { type Listing, type Reading, stopNciiListing, threatListing } from "./listing";
export { type LineProblem, readHashFile } from "./read-file";
