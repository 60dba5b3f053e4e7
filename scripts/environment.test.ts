import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { anotherPort, prepareDataFolder } from "./environment";

test("the suggested command also changes BASE_URL if it names the taken port", () => {
  vi.stubEnv("BASE_URL", "");
  expect(anotherPort({ port: 3000, baseUrl: "http://localhost:3000" }, "npm start")).toBe("PORT=3001 npm start");
  vi.stubEnv("BASE_URL", "http://localhost:3000");
  expect(anotherPort({ port: 3000, baseUrl: "http://localhost:3000" }, "npm run dev")).toBe(
    "BASE_URL=http://localhost:3001 PORT=3001 npm run dev",
  );
  vi.stubEnv("BASE_URL", "https://records.example.com");
  expect(anotherPort({ port: 65_535, baseUrl: "https://records.example.com" }, "npm start")).toBe(
    "PORT=65534 npm start",
  );
});

test("a file in place of the data folder is reported in one line", () => {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  const file = join(folder, "file");
  writeFileSync(file, "");
  const said: string[] = [];
  vi.stubEnv("DATA_DIR", file);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => said.push(String(text)) > 0);
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  expect(prepareDataFolder).toThrow("exit 1");
  expect(said.join("")).toContain(`${file} is a file, and the data needs a folder`);
  rmSync(folder, { recursive: true });
});
