export { checkTalent } from "./check-talent";
