import { enterAction } from "@/lib/platform/request-context";

// The service's own ids, people's and partners' alike, and a passkey's: up to 1023 bytes in base64.
const ID = /^[\w+/=-]{1,1364}$/;
// Pages put it into their addresses, where other characters fail.
const TOKEN = /^[\w.-]{1,1024}$/;

/** Reads an id from a server action's arguments. Anything else becomes an id that no row has. */
export const actionId = (argument: unknown): string =>
  typeof argument === "string" && ID.test(argument) ? argument : "unknown";

/** Reads a link's token from a server action's arguments. Anything else becomes a token that was never issued. */
export const actionToken = (argument: unknown): string =>
  typeof argument === "string" && TOKEN.test(argument) ? argument : "unknown";

type Reader<T> = (sent: unknown) => T;

/** How an action reads its arguments. Callers can send anything, so nothing here throws. */
export const read = {
  /** An id. Anything else names nothing. */
  id: actionId,
  /** Ids, 200 at most. Anything else names nothing. */
  ids: (sent: unknown): readonly string[] => {
    const list = read.data(sent);
    return Array.isArray(list) ? list.slice(0, 200).map(actionId) : [];
  },
  /** The token of a mailed link. Anything else is a link that was never issued. */
  link: actionToken,
  /** Text, without NUL characters, which PostgreSQL can't hold. Anything else becomes empty text. */
  text: (sent: unknown): string => (typeof sent === "string" ? sent.replaceAll("\0", "") : ""),
  /** A form. Anything else becomes an empty form. */
  form: (sent: unknown): FormData => (sent instanceof FormData ? sent : new FormData()),
  /** Plain data for a schema to parse. Undefined for anything else, such as a reference that throws on access. */
  data: (sent: unknown): unknown => {
    try {
      return structuredClone(sent);
    } catch {
      return undefined;
    }
  },
  /** The form's previous state, which React sends and no action needs. */
  state: (_: unknown): unknown => undefined,
};

/** What a form of a page behind a link sends, as `useActionState` posts it. */
export const LINK_FORM = [read.link, read.state, read.form] as const;

/** The authorization of actions that are open to everyone. */
export const anybody = async (): Promise<void> => undefined;

/**
 * Makes a server action: reads its arguments, authorizes the caller, then acts. Every action is made this way, so a malformed
 * call is never our error, and strangers are refused before anything is validated.
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
