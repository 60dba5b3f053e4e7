import { turns } from "@/lib/platform/turns";
import type { Scope } from "./terms";

// So few that connections are left for everything else, however much one partner searches or exports.
const enter = turns("content searches", { each: 3, all: { ofConnections: 0.4 }, waiting: 60 });

/** Reads a page of the log when it is the partner's turn, or the custodians'. Throws `Unavailable` where too many wait. */
export async function inTurn<T>({ partnerId }: Scope, read: () => Promise<T>): Promise<T> {
  const leave = await enter(partnerId ?? "");
  try {
    return await read();
  } finally {
    leave();
  }
}
