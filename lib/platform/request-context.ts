import { AsyncLocalStorage } from "node:async_hooks";

/** What belongs to the request or job being worked on; log lines and enqueued jobs pick it up from here. */
export type RequestContext = {
  requestId: string;
  /** For a call of a server action: `unread` until its arguments reach the action. After that, failures are ours. */
  action?: "unread" | "reached";
};

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.requestContext");
const store = globalThis as { [KEY]?: AsyncLocalStorage<RequestContext> };
store[KEY] ??= new AsyncLocalStorage<RequestContext>();
const storage = store[KEY];

/** Run a function with a request id that logs and jobs started inside it carry. */
export const withRequestContext = <T>(context: RequestContext, run: () => T): T => storage.run(context, run);

/** Notes that this request's arguments have reached a server action. */
export function enterAction(): void {
  const context = storage.getStore();
  if (context?.action) context.action = "reached";
}

/** Whether this request calls a server action that it has not reached. */
export const isUnreadAction = (): boolean => storage.getStore()?.action === "unread";

/** The id of the request or job being worked on, when there is one. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;
