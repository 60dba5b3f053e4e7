import { createSigninLink } from "@/lib/domain/people";
import { closeDatabase } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { seedDemo } from "@/prisma/seed";

// Called by `npm start` and `npm run dev` once the database is ready: the demo partner, and a link for each of the two people who show it.
// Prints one JSON object.
const { ownerEmail, custodianEmail } = await seedDemo();
const ctx = { actor: { kind: "system" as const, name: "start" }, requestId: newId() };
const owner = await createSigninLink(ctx, { email: ownerEmail });
const custodian = await createSigninLink(ctx, { email: custodianEmail });
await closeDatabase();
process.stdout.write(JSON.stringify({ ownerEmail, ownerUrl: owner.url, custodianEmail, custodianUrl: custodian.url }));
