export { emit } from "./emit";
