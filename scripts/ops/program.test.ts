import { describe, expect, it } from "vitest";
import { makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { failure, ops } = opsProgram();

describe("the command line", () => {
  it("prints a table for people", async () => {
    const partner = await makePartner();
    const { code, stdout, stderr } = await ops(["partner", "deactivate", partner.id]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`partnerId  ${partner.id}\nstatus     inactive\nchanged    true\n`);
  });

  it("takes --json before the command too", async () => {
    const { code, stdout } = await ops(["--json", "ledger", "verify"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it.each([[["--frobnicate"]], [["partner"]], [["partner", "rename"]], [["ledger", "verify", "extra"]]])(
    "says what is wrong with %j",
    async (words) => {
      expect((await ops(words)).code).toBe(2);
      await failure(...words);
    },
  );

  it.each([[["bogus"]], [["bogus", "--name", "x"]], [["partner", "bogus"]]])("has no command %j", async (words) => {
    expect(await failure(...words)).toBe("There is no command bogus; npm run -s ops -- --help lists them.\n");
  });

  it("shows help when asked", async () => {
    for (const words of [["--help"], ["partner", "create", "--help"]]) {
      const { code, stdout } = await ops(words);
      expect(code).toBe(0);
      expect(stdout).toContain("Usage: ops");
    }
  });

  it("says so when the database is away or a variable is wrong", async () => {
    const away = await ops(["ledger", "verify", "--json"], { DATABASE_URL: "postgresql://a:b@127.0.0.1:1/none" });
    expect(away.code).toBe(1);
    expect(away.stderr).toContain("database cannot be reached");
    expect(JSON.parse(away.stdout)).toHaveProperty("error");
    const wrong = await ops(["ledger", "verify", "--json"], { MASTER_KEY: "short" });
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("MASTER_KEY");
    expect(JSON.parse(wrong.stdout)).toHaveProperty("error");
  });
});
