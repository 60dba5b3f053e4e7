import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { Account } from "./state";

const Kept = z.object({
  things: z.array(z.looseObject({ id: z.string(), object: z.string(), created: z.number() })),
  outbox: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      created: z.number(),
      object: z.looseObject({}),
      previous: z.record(z.string(), z.unknown()).optional(),
      tries: z.number(),
      dueAt: z.number(),
    }),
  ),
  answers: z.record(
    z.string(),
    z.object({ call: z.string(), at: z.number(), status: z.number(), body: z.looseObject({}) }),
  ),
});

/** Fills an account from its file, if there is one. */
export async function load(account: Account, file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return;
  try {
    const { things, outbox, answers } = Kept.parse(JSON.parse(text));
    for (const thing of things) account.things.set(thing.id, thing);
    for (const [key, answer] of Object.entries(answers)) account.answers.set(key, answer);
    account.outbox = outbox.map(({ previous, ...one }) => ({ ...one, ...(previous && { previous }) }));
  } catch (cause) {
    throw new Error(`${file} is not what the Stripe stand-in wrote; move it away to start with an empty account.`, {
      cause,
    });
  }
}

/** Returns what writes an account to its file. A call that comes while one waits to be written is written with it. */
export function saving(account: Account, file: string): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  async function write(): Promise<void> {
    waiting = null;
    const { things, outbox, answers } = account;
    const whole = { things: [...things.values()], outbox, answers: Object.fromEntries(answers) };
    await writeFile(`${file}.new`, JSON.stringify(whole), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
  return () => {
    if (!waiting) {
      waiting = last.catch(() => undefined).then(write);
      last = waiting;
    }
    return waiting;
  };
}
