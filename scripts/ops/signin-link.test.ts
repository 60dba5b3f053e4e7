import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { env } from "@/lib/platform/env";
import { makePartner } from "@/lib/testing/factories";
import { opsProgram } from "@/lib/testing/ops";

const { answer, failure, folder, ops } = opsProgram();

describe("signin-link", () => {
  it("is a link to this service for somebody who exists", async () => {
    const { users } = await makePartner();
    const { url } = await answer("signin-link", users.owner.email);
    expect(String(url).startsWith(`${env().baseUrl}/`)).toBe(true);
    expect(await failure("signin-link", "stranger@example.com")).toContain("stranger@example.com");
    expect(await failure("signin-link", "nobody")).toContain("nobody");
  });

  it("leads to the server that runs here, unless the address is set", async () => {
    const { users } = await makePartner();
    const server = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)", "bootstrap.mjs"]);
    try {
      await writeFile(`${folder}/running.json`, JSON.stringify({ pid: server.pid, baseUrl: "http://localhost:4321" }));
      const linkWith = async (variables: Record<string, string>) => {
        const words = ["signin-link", users.owner.email, "--json"];
        const { stdout } = await ops(words, { BASE_URL: "", PORT: "", DATA_DIR: folder, ...variables });
        return new URL(JSON.parse(stdout).url).origin;
      };
      expect(await linkWith({})).toBe("http://localhost:4321");
      expect(await linkWith({ PORT: "4000" })).toBe("http://localhost:4000");
      expect(await linkWith({ BASE_URL: "https://records.example.com" })).toBe("https://records.example.com");
    } finally {
      server.kill();
    }
  });
});
