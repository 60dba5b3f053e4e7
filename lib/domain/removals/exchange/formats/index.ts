export { type Listing, type Reading, stopNciiListing, threatListing } from "./listing";
export { type LineProblem, quickToParse, readHashFile } from "./read-file";
