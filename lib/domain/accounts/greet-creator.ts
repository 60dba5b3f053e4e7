import { inTransaction } from "@/lib/platform/db";
import { defineTask } from "@/lib/platform/jobs";
import { enqueueGreeting, GREET_CREATOR, Greeting } from "./greeting";
import { mailCreator } from "./mail-creator";

/** Mails a creator what is due. A first mail that may not go out today waits until it may. */
export const greetCreator = defineTask(GREET_CREATOR, Greeting, (greeting, { requestId }) =>
  inTransaction(async (tx) => {
    const ctx = { actor: { kind: "system", name: GREET_CREATOR }, requestId } as const;
    const notBefore = await mailCreator(tx, ctx, greeting);
    if (notBefore && greeting.occasion === "service") await enqueueGreeting(tx, greeting, notBefore);
  }),
);
