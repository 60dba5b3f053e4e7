import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import type { Account } from "./state";

const AccountFile = z.object({
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

/** Loads an account from its file, if it exists. */
export async function load(account: Account, file: string): Promise<void> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return;
  try {
    const { things, outbox, answers } = AccountFile.parse(JSON.parse(text));
    for (const thing of things) account.things.set(thing.id, thing);
    for (const [key, answer] of Object.entries(answers)) account.answers.set(key, answer);
    account.outbox = outbox.map(({ previous, ...one }) => ({ ...one, ...(previous && { previous }) }));
  } catch (cause) {
    throw new Error(`${file} was not written by the Stripe stand-in. Move it away to start with an empty account.`, {
      cause,
    });
  }
}

/** Returns a function that saves an account to its file. Calls while a save is waiting share that save. */
export function saving(account: Account, file: string): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  // Of its own, so that a stand-in that is closing and its successor don't take each other's.
  const next = `${file}.${randomUUID()}.new`;
  async function write(): Promise<void> {
    waiting = null;
    const { things, outbox, answers } = account;
    const whole = { things: [...things.values()], outbox, answers: Object.fromEntries(answers) };
    await writeFile(next, JSON.stringify(whole), { mode: 0o600 });
    await rename(next, file);
  }
  return () => {
    if (!waiting) {
      waiting = last.catch(() => undefined).then(write);
      last = waiting;
    }
    return waiting;
  };
}
