import { EmbeddedPostgresFailed, findEmbeddedPostgres, openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { MigrationFailed, migrate } from "@/prisma/migrate";
import { setUpOwnRoles } from "@/prisma/roles";
import { postgresFolder, prepareDataFolder, prepareSecrets } from "@/scripts/environment";
import { giveUp, note } from "@/scripts/progress.mjs";
import { runningInstance } from "./environment";

/**
 * Opens a command's database: `DATABASE_URL`, the running embedded one, or an embedded one started for this process. `words` are the
 * command's. `database roles` changes the server that is named and starts none.
 */
export async function openDatabase(words: readonly string[] = []): Promise<void> {
  prepareDataFolder();
  prepareSecrets();
  // The Stripe stand-in of `npm start` may use another port.
  process.env.STRIPE_PORT ||= runningInstance()?.stripePort ?? "";
  const [group, command] = words.filter((word) => !word.startsWith("-"));
  const createsRoles = group === "database" && command === "roles";
  // Its owner's address is enough.
  if (createsRoles) process.env.DATABASE_URL ||= process.env.DATABASE_OWNER_URL ?? "";
  if (process.env.DATABASE_URL) return;
  const options = { folder: postgresFolder(), database: "vellum", note };
  try {
    const running = await findEmbeddedPostgres(options);
    if (!running && createsRoles) {
      giveUp("Set DATABASE_OWNER_URL to the server where the roles belong. This command starts no server.");
    }
    const postgres = running ?? (await openEmbeddedPostgres(options));
    if (postgres.started) {
      process.on("exit", () => {
        if (!runningInstance()) postgres.release();
      });
    }
    const addresses = await setUpOwnRoles(postgres.url);
    process.env.DATABASE_URL = addresses.application;
    if (postgres.started) await migrate(addresses.owner);
  } catch (error) {
    if (error instanceof EmbeddedPostgresFailed || error instanceof MigrationFailed) giveUp(error.message);
    throw error;
  }
}
