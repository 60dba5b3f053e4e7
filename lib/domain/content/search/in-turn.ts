import { turns } from "@/lib/platform/turns";
import type { Scope } from "./terms";

// So few that connections are left for everything else, however much one partner searches or exports. Exports have a line of their
// own: what else is asked for does not break them off.
const LINES = {
  pages: turns("content pages", { each: 3, all: { ofConnections: 0.4 }, waiting: 60 }),
  exports: turns("content export pages", { each: 2, all: { ofConnections: 0.2 }, waiting: 2 }),
};

export type Line = keyof typeof LINES;

/** Reads a page of the log when it is the partner's turn, or the custodians'. Throws `Unavailable` where too many wait. */
export async function inTurn<T>({ partnerId }: Scope, line: Line, read: () => Promise<T>): Promise<T> {
  const leave = await LINES[line](partnerId ?? "");
  try {
    return await read();
  } finally {
    leave();
  }
}
