import { createSigninLink } from "@/lib/domain/parties/people";
import { closeDatabase } from "@/lib/platform/db";
import { env, isThisMachine } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { seedDemo } from "@/prisma/seed";

// `npm start` and `npm run dev` call this once the database is ready. It creates the demo partner, and, only on a local
// URL because output ends up in logs, sign-in links for its owner, the custodian and a producer. Prints one JSON object.
const { ownerEmail, custodianEmail, producerEmail } = await seedDemo();
const ctx = { actor: { kind: "system" as const, name: "start" }, requestId: newId() };
const linkFor = async (email: string) =>
  isThisMachine(env().baseUrl) ? (await createSigninLink(ctx, { email })).url : null;
const ownerUrl = await linkFor(ownerEmail);
const custodianUrl = await linkFor(custodianEmail);
const producerUrl = await linkFor(producerEmail);
await closeDatabase();
process.stdout.write(
  JSON.stringify({ ownerEmail, ownerUrl, custodianEmail, custodianUrl, producerEmail, producerUrl }),
);
