export { packageFiles } from "./contents";
