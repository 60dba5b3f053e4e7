import { AsyncLocalStorage } from "node:async_hooks";

/** The current request or job. Log lines and queued jobs read it. */
export type RequestContext = {
  requestId: string;
  /** The partner whose call it is, or whose call added the job. */
  callerId?: string | undefined;
  /** A job or a command, whose statements may take long. Somebody waits for everything else. */
  isWork?: boolean;
  /** For a server action: `unread` until its arguments reach the action. Errors after that are ours. */
  action?: "unread" | "reached";
  /** Reads the standby, because the primary is away. */
  isStandbys?: boolean;
};

// On globalThis: Next and our own server bundle are two module graphs in one process.
const KEY = Symbol.for("vellum.requestContext");
const store = globalThis as { [KEY]?: AsyncLocalStorage<RequestContext> };
store[KEY] ??= new AsyncLocalStorage<RequestContext>();
const storage = store[KEY];

/** Runs a function with a request id for its logs and jobs. */
export const withRequestContext = <T>(context: RequestContext, run: () => T): T => storage.run(context, run);

/** Notes that this request's arguments have reached a server action. */
export function enterAction(): void {
  const context = storage.getStore();
  if (context?.action) context.action = "reached";
}

/** Whether this request calls a server action and hasn't reached it. */
export const isUnreadAction = (): boolean => storage.getStore()?.action === "unread";

/** Notes that the current request is a partner's call. */
export function enterCall(partnerId: string): void {
  const context = storage.getStore();
  if (context) context.callerId = partnerId;
}

/** The partner whose call runs, or added the job that runs. */
export const currentCallerId = (): string | undefined => storage.getStore()?.callerId;

/** The id of the current request or job, if any. */
export const currentRequestId = (): string | undefined => storage.getStore()?.requestId;

/** Runs a function whose statements go to the standby, or to the primary again. */
export const readingStandby = <T>(isStandbys: boolean, run: () => T): T =>
  isStandbys === isReadingStandby() ? run() : storage.run({ requestId: "", ...storage.getStore(), isStandbys }, run);

/** Whether statements go to the standby. */
export const isReadingStandby = (): boolean => storage.getStore()?.isStandbys ?? false;

/** Whether somebody waits for the answer to a request. */
export const isRequest = (): boolean => storage.getStore() !== undefined && !storage.getStore()?.isWork;
