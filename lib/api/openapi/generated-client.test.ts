import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import openapiTS from "openapi-typescript";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openRoutes } from "@/app/api/open-routes";
import { routes } from "@/app/api/routes";
import { METHODS } from "@/lib/api/declaration";
import { declaredWebhooks } from "@/lib/domain/events/reference";
import { isOptional, shapeOf } from "../shape";
import { openApiDocument } from "./document";

// Type-checks a client generated from the published document, with `tsc --strict`.

const run = promisify(execFile);
const TSC = resolve("node_modules/.bin/tsc");
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "generated-client-"));
  const document = openApiDocument(routes, "https://x.example", declaredWebhooks, openRoutes);
  // The default of today's generators: a field with a default is always present.
  await writeFile(
    join(folder, "api.ts"),
    await openapiTS(JSON.parse(JSON.stringify(document)), { defaultNonNullable: true }),
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** The compiler's output for a client. Empty if it compiles. */
async function complaints(client: string): Promise<string> {
  const file = join(folder, "client.ts");
  await writeFile(file, `import type { operations, paths } from "./api.js";\n${BODY_OF}\n${client}`);
  const options = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--target",
    "es2022",
    "--module",
    "nodenext",
  ];
  return run(TSC, [...options, "--ignoreConfig", file]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const BODY_OF = `type BodyOf<O extends keyof operations> =
  operations[O] extends { requestBody?: infer R }
    ? NonNullable<R> extends { content: infer C } ? C[keyof C] : never
    : never;`;

it("logs content with only required fields, and reads the response", async () => {
  const client = `
    type Log = paths["/api/v1/solo-accounts/{accountId}/content"]["post"];
    const body: BodyOf<"logContent"> = { contentUrl: "https://platform.example.com/posts/1", title: "One" };
    export async function log(accountId: string): Promise<string | null> {
      const url = \`https://x.example/api/v1/solo-accounts/\${accountId}/content\`;
      const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
      if (!response.ok) {
        const refused = (await response.json()) as Log["responses"][405 | 409]["content"]["application/json"];
        throw new Error(refused.code ?? refused.error);
      }
      const logged = (await response.json()) as Log["responses"][201]["content"]["application/json"];
      return logged.complianceCopyUpload?.url ?? logged.depictionId;
    }`;
  expect(await complaints(client)).toBe("");
});

it("accepts every event", async () => {
  const client = `
    type Feed = paths["/api/v1/events"]["get"]["responses"][200]["content"]["application/json"];
    export const data: Feed["events"][number]["data"] = { accountId: "a", sha256: null, bytes: 1, nested: { a: [] } };`;
  expect(await complaints(client)).toBe("");
});

it("reads the key set", async () => {
  const client = `
    type Keys = paths["/.well-known/jwks.json"]["get"]["responses"][200]["content"]["application/jwk-set+json"];
    export const kid = ({ keys }: Keys): string | undefined => keys.find(({ alg }) => alg === "RS256")?.kid;`;
  expect(await complaints(client)).toBe("");
});

it("doesn't compile without a required field", async () => {
  expect(await complaints(`export const body: BodyOf<"logContent"> = { title: "One" };`)).toContain("contentUrl");
});

it("can send every example: whole, with required fields only, and with null for the others", async () => {
  const bodies = routes.flatMap(({ handlers }) =>
    METHODS.flatMap((method) => {
      const { operationId = "", body, example } = handlers[method]?.declaration ?? {};
      if (!body) return [];
      const fields = Object.entries(shapeOf(body));
      const whole = example?.body as Record<string, unknown>;
      const required = fields.filter(([, field]) => !isOptional(field)).map(([name]) => [name, whole[name]]);
      const nothing = fields.filter(([, field]) => isOptional(field)).map(([name]) => [name, null]);
      return [whole, Object.fromEntries(required), Object.fromEntries([...required, ...nothing])].map(
        (sent) => `((_: BodyOf<"${operationId}">) => {})(${JSON.stringify(sent)});`,
      );
    }),
  );
  expect(bodies.length).toBeGreaterThan(0);
  expect(await complaints(bodies.join("\n"))).toBe("");
});
