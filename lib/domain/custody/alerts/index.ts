export { raiseAlert } from "./alerts";
export { AlertReason, closeUnderAgeAlert, listUnderAgeAlerts, type UnderAgeAlert } from "./under-age-alerts";
