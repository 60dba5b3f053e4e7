export { createEndpoint } from "./create-endpoint";
export { emit } from "./emit";
export { forgetEvents, forgetEventsTask } from "./forget-events";
export { endpointNewsMail } from "./mails";
export { readFeed } from "./read-feed";
export { EndpointInput } from "./schemas";
export { webhookSecretColumn } from "./secret-seal";
export { startSender } from "./sending/sender";
export { tellLongOutages, tellLongOutagesTask } from "./tell-long-outages";
