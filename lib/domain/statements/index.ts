export { findOwnStatement, findPublicStatement, type OwnStatement } from "./find-statement";
export { publishStatement } from "./publish-statement";
export { saveStatement } from "./save-statement";
export { withdrawStatement } from "./withdraw-statement";
