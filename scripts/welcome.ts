import { createSigninLink } from "@/lib/domain/people";
import { closeDatabase } from "@/lib/platform/db";
import { env, isThisMachine } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { seedDemo } from "@/prisma/seed";

// Called by `npm start` and `npm run dev` once the database is ready: the demo partner, and a link for each of the two people who show
// it. Where others reach the service, no link is made: what a start prints ends up in logs and on screens. Prints one JSON object.
const { ownerEmail, custodianEmail } = await seedDemo();
const ctx = { actor: { kind: "system" as const, name: "start" }, requestId: newId() };
const linkFor = async (email: string) =>
  isThisMachine(env().baseUrl) ? (await createSigninLink(ctx, { email })).url : null;
const ownerUrl = await linkFor(ownerEmail);
const custodianUrl = await linkFor(custodianEmail);
await closeDatabase();
process.stdout.write(JSON.stringify({ ownerEmail, ownerUrl, custodianEmail, custodianUrl }));
