import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { printReadyTable } from "./ready-table";

let written = "";
beforeEach(() => {
  written = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    written += text;
    return true;
  });
});

/** What `npm start` prints for a service at this URL, and how many links it created. */
async function greeted(baseUrl: string) {
  vi.stubEnv("BASE_URL", baseUrl);
  vi.resetModules();
  written = "";
  await import("./welcome");
  const welcome = z.any().parse(JSON.parse(written));
  const { db, closeDatabase } = await import("@/lib/platform/db");
  const links = await db.verificationToken.count();
  await db.verificationToken.deleteMany();
  await closeDatabase();
  written = "";
  const rest = { inboxUrl: null, logFile: undefined, embeddedDatabase: true };
  printReadyTable({ baseUrl, welcome, ...rest });
  return { table: written, links };
}

it("counts the time from the start of the command's first process", () => {
  vi.stubEnv("VELLUM_PARENT", String(process.ppid));
  vi.stubEnv("VELLUM_STARTED", "1764000000000");
  vi.spyOn(Date, "now").mockReturnValue(1764000065400);
  const nothing = { baseUrl: "http://localhost:3000", inboxUrl: null, welcome: undefined, logFile: undefined };
  printReadyTable({ ...nothing, embeddedDatabase: true });
  expect(written).toContain("after 65.4 s, database included");
});

it("prints sign-in links only on a local URL, and otherwise the commands that create them", async () => {
  const here = await greeted("http://localhost:3000");
  expect(here.links).toBe(4);
  expect(here.table.match(/http:\/\/localhost:3000\/sign-in\/confirm\?token=/g)).toHaveLength(4);
  expect(here.table.match(/Custodian\b/g)).toHaveLength(2);

  for (const address of ["https://trial.example.com", "http://192.168.1.20:3000", "http://records:3000"]) {
    const elsewhere = await greeted(address);
    expect(elsewhere.links).toBe(0);
    expect(elsewhere.table).not.toContain("token=");
    expect(elsewhere.table).toContain("npm run -s ops -- signin-link owner@northlight.example.com");
    expect(elsewhere.table).toContain("npm run -s ops -- signin-link custodian@");
    expect(elsewhere.table).toContain("npm run -s ops -- signin-link second.custodian@");
  }
});
