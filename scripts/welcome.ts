import { createSigninLink } from "@/lib/domain/parties/people";
import { closeDatabase } from "@/lib/platform/db";
import { env, isThisMachine } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { seedDemo } from "@/prisma/seed";

// `npm start` and `npm run dev` call this once the database is ready. It creates the demo partner, and, only on a local
// URL because output ends up in logs, sign-in links for its owner, the custodians and a producer. Prints one JSON list.
const { people } = await seedDemo();
const ctx = { actor: { kind: "system" as const, name: "start" }, requestId: newId() };
const welcome = [];
for (const { role, email } of people) {
  const url = isThisMachine(env().baseUrl) ? (await createSigninLink(ctx, { email })).url : null;
  welcome.push({ role, email, url });
}
await closeDatabase();
process.stdout.write(JSON.stringify(welcome));
