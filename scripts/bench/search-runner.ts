// Asks one database, in a process of its own: each of the service's processes has one.
import { z } from "zod";
import { KINDS } from "./search-kinds";
import { randomOf } from "./search-words";

const Order = z.object({ kind: z.string(), times: z.number(), seed: z.number(), depictions: z.number() });

process.on("message", async (message) => {
  const { kind, times, seed, depictions } = Order.parse(message);
  const random = randomOf(seed);
  const took: number[] = [];
  let rows = 0;
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    rows += (await KINDS[kind]?.(random, depictions)) ?? 0;
    took.push(performance.now() - began);
  }
  process.send?.({ took, rows });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ kinds: Object.keys(KINDS) });
