import { enterAction } from "@/lib/platform/request-context";
import { actionId, actionToken } from "./action-id";

type Reader<T> = (sent: unknown) => T;

/** How an action reads its arguments. Anybody can call one with anything, so nothing here throws. */
export const read = {
  /** An id. Anything else names nothing. */
  id: actionId,
  /** The token of a mailed link. Anything else is a link that was never issued. */
  link: actionToken,
  /** A text. Anything else is an empty one. */
  text: (sent: unknown): string => (typeof sent === "string" ? sent : ""),
  /** A form. Anything else is an empty one. */
  form: (sent: unknown): FormData => (sent instanceof FormData ? sent : new FormData()),
  /** Plain data for a schema to parse. What is more than data, such as a reference that throws when touched, is left out. */
  data: (sent: unknown): unknown => {
    try {
      return structuredClone(sent);
    } catch {
      return undefined;
    }
  },
  /** What the form showed before. Its page sends it along, and we don't need it back. */
  state: (_: unknown): unknown => undefined,
};

/** Open to everybody. */
export const anybody = async (): Promise<void> => undefined;

/**
 * Makes a server action: reads its arguments, authorizes the caller, then acts. Every action is made by it, so that no
 * malformed call fails with an error of ours, and nobody learns from a refusal what only others may do.
 */
export function action<const Readers extends readonly Reader<unknown>[], Who, Answer>(
  authorize: (...args: Args<Readers>) => Promise<Who>,
  readers: Readers,
  act: (who: Who, ...args: Args<Readers>) => Promise<Answer>,
): (...args: Args<Readers>) => Promise<Answer> {
  return async (...sent) => {
    enterAction();
    const args = readers.map((read, n) => read(sent[n])) as Args<Readers>;
    return act(await authorize(...args), ...args);
  };
}

type Args<Readers extends readonly Reader<unknown>[]> = { -readonly [N in keyof Readers]: ReturnType<Readers[N]> };
