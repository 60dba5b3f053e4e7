import { AsyncLocalStorage } from "node:async_hooks";

/** What belongs to the request or job being worked on; log lines and enqueued jobs pick it up from here. */
export type RequestContext = { requestId: string };

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.requestContext");
const store = globalThis as { [KEY]?: AsyncLocalStorage<RequestContext> };
store[KEY] ??= new AsyncLocalStorage<RequestContext>();
const storage = store[KEY];

/** Run a function with a request id that logs and jobs started inside it carry. */
export const withRequestContext = <T>(context: RequestContext, run: () => T): T => storage.run(context, run);

/** The id of the request or job being worked on, when there is one. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
