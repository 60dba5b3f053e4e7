export type * from "./api.ts";
export { type Client, type ClientOptions, createClient, dataOf, sendLines, VellumError } from "./client.ts";
export { type LoggedCopy, logWithCopy, type Progress } from "./copies.ts";
export { type Cursor, fileCursor, type ReadOptions, readEvents } from "./events.ts";
export { type EventType, signWebhook, type VellumEvent, verifyWebhook, WebhookError } from "./webhooks.ts";
