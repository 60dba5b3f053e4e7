import { EmbeddedPostgresFailed, findEmbeddedPostgres, openEmbeddedPostgres } from "@/lib/platform/embedded-postgres";
import { MigrationFailed, migrate } from "@/prisma/migrate";
import { setUpOwnRoles } from "@/prisma/roles";
import { postgresFolder, prepareDataFolder, prepareSecrets } from "@/scripts/environment";
import { giveUp, note } from "@/scripts/progress.mjs";
import { runningInstance } from "./environment";

/**
 * Opens a command's database: `DATABASE_URL`, the running embedded one, or an embedded one started for this process. `words` are the
 * command's. Those of `database` change the server that is named and start none.
 */
export async function openDatabase(words: readonly string[] = []): Promise<void> {
  // The Stripe stand-in of `npm start` may use another port.
  process.env.STRIPE_PORT ||= runningInstance()?.stripePort ?? "";
  const [group] = words.filter((word) => !word.startsWith("-"));
  const changesDatabase = group === "database";
  // Its owner's address is enough.
  if (changesDatabase) process.env.DATABASE_URL ||= process.env.DATABASE_OWNER_URL ?? "";
  // Its secrets are its processes' own: a command that made others would be refused.
  if (process.env.DATABASE_URL) return;
  prepareDataFolder();
  prepareSecrets();
  const options = { folder: postgresFolder(), database: "vellum", note };
  try {
    const running = await findEmbeddedPostgres(options);
    if (!running && changesDatabase) {
      giveUp("Set DATABASE_OWNER_URL to the server that it changes. This command starts none.");
    }
    const postgres = running ?? (await openEmbeddedPostgres(options));
    if (postgres.started) {
      process.on("exit", () => {
        if (!runningInstance()) postgres.release();
      });
    }
    const addresses = await setUpOwnRoles(postgres.url);
    process.env.DATABASE_URL = addresses.application;
    if (group === "restore") process.env.DATABASE_OWNER_URL ||= addresses.owner;
    if (postgres.started) await migrate(addresses.owner);
  } catch (error) {
    if (error instanceof EmbeddedPostgresFailed || error instanceof MigrationFailed) giveUp(error.message);
    throw error;
  }
}
