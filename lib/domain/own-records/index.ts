export { isPublishedAs, namesInDepiction } from "./rules";
