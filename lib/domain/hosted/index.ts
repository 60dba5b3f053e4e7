export { attest } from "./attest";
