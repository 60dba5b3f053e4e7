import { beforeEach, expect, it, vi } from "vitest";

const opened = vi.hoisted(() => vi.fn());
vi.mock("@/lib/platform/embedded-postgres", () => ({
  findEmbeddedPostgres: async () => null,
  openEmbeddedPostgres: opened.mockRejectedValue(new Error("a server was started")),
  EmbeddedPostgresFailed: Error,
}));
vi.mock("@/scripts/progress.mjs", () => ({
  note: () => undefined,
  giveUp: (words: string) => {
    throw new Error(words);
  },
}));
vi.mock(import("@/scripts/environment"), async (original) => ({
  ...(await original()),
  prepareDataFolder: () => undefined,
  prepareSecrets: () => undefined,
}));

const OWNER = "postgresql://postgres:secret@db.example/records";

beforeEach(() => {
  vi.stubEnv("DATABASE_URL", "");
  vi.stubEnv("DATABASE_OWNER_URL", "");
});

async function open(...words: string[]): Promise<string | undefined> {
  const { openDatabase } = await import("./database");
  await openDatabase(words);
  return process.env.DATABASE_URL;
}

it("changes the server that is named, and starts none", async () => {
  vi.stubEnv("DATABASE_OWNER_URL", OWNER);
  expect(await open("--json", "database", "roles", "--prefix", "records")).toBe(OWNER);
  vi.stubEnv("DATABASE_OWNER_URL", "");
  vi.stubEnv("DATABASE_URL", "");
  await expect(open("database", "roles")).rejects.toThrow("Set DATABASE_OWNER_URL");
  await expect(open("database", "migrate")).rejects.toThrow("Set DATABASE_OWNER_URL");
  expect(opened).not.toHaveBeenCalled();
});

it("starts an embedded server for other commands", async () => {
  await expect(open("partner", "list")).rejects.toThrow("a server was started");
});
