export { findOwnStatement, findPublicStatement, type OwnStatement } from "./find-statement";
export { publishStatement, saveStatement, withdrawStatement } from "./publish-statement";
