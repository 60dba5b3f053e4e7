import { once } from "node:events";
import { resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { MINUTE_MS } from "./duration";

const KEPT_MS = MINUTE_MS;

/** The thread took longer than it may, and was ended. */
export class ThreadTimeout extends Error {
  override name = "ThreadTimeout";
}

type WorkThread = {
  /** The thread's source, which Node runs as it is. Every entry point runs in the project's folder. */
  source: readonly string[];
  /** What it does, for errors. */
  what: string;
  /** How long one order may take. */
  timeoutMs?: number;
};

/**
 * A thread for heavy work: started by the first order, and ended after a minute without one. It takes one order at a time, so the
 * caller limits concurrency. The result throws when the thread ends or says nothing in time; the next order starts a new one.
 */
export function workThread<Order, Answer>({ source, what, timeoutMs }: WorkThread): (order: Order) => Promise<Answer> {
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = () => {
    void thread?.terminate();
    thread = undefined;
  };

  return async (order) => {
    clearTimeout(idle);
    thread ??= new Worker(/* turbopackIgnore: true */ resolve(...source), { execArgv: [] });
    const busy = thread;
    const ended = new AbortController();
    const { signal } = ended;
    busy.ref();
    const late =
      timeoutMs &&
      setTimeout(() => ended.abort(new ThreadTimeout(`The thread that ${what} took too long.`)), timeoutMs);
    try {
      const [answer]: Answer[] = await new Promise((done, reject) => {
        once(busy, "message", { signal }).then(done, reject);
        once(busy, "exit", { signal }).then(() => reject(new Error(`The thread that ${what} ended.`)), reject);
        busy.postMessage(order);
      });
      if (answer === undefined) throw new Error(`The thread that ${what} sent nothing.`);
      return answer;
    } catch (error) {
      void busy.terminate();
      if (thread === busy) thread = undefined;
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearTimeout(late || undefined);
      ended.abort();
      busy.unref();
      idle = setTimeout(end, KEPT_MS).unref();
    }
  };
}
