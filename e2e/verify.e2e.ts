import { readFile } from "node:fs/promises";
import type { Request } from "@playwright/test";
import { entriesToProve } from "@/lib/domain/core/ledger";
import { proofArchive } from "@/lib/domain/core/transparency";
import { newId } from "@/lib/platform/ids";
import { signSome, someCertificate } from "@/lib/testing/certificates";
import { makeGreenlitScene } from "@/lib/testing/scenes";
import { integrateAll, recordAbout } from "@/lib/testing/transparency";
import { readZip } from "@/lib/testing/zip";
import { expect, test } from "./harness/journey";
import { look } from "./harness/page";

/** Everything that a request carries, as text. */
const sentBy = async (request: Request): Promise<string> =>
  [request.url(), request.postData() ?? "", JSON.stringify(await request.allHeaders())].join("\n");

test("a visitor verifies a certificate, and nothing about it leaves the browser", { tag: "@desk" }, async ({
  visitor,
}) => {
  const contents = { ...someCertificate(), documentedAt: new Date(), sealedAt: new Date() };
  const { jwt } = await signSome(contents);
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const { page } = await visitor();
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Verify a certificate" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verify a certificate" })).toBeVisible();
  await look(page, "verify");

  const requests: Request[] = [];
  const sockets: string[] = [];
  page.context().on("request", (request) => requests.push(request));
  page.on("websocket", (socket) => sockets.push(socket.url()));
  const field = page.getByLabel("Certificate");
  const verify = page.getByRole("button", { name: "Verify certificate" });
  await field.fill(jwt.replace(/.{76}/g, "$&\n"));
  await verify.click();
  await expect(page.getByText("Genuine signature", { exact: true })).toBeVisible();
  await expect(page.getByText(/requires for 3 performers/)).toBeVisible();
  await expect(page.getByText(contents.productionId).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "What it can’t say" })).toBeVisible();
  await look(page, "verify-genuine");

  await field.fill(`${header}.${payload}.${signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`);
  await verify.click();
  await expect(page.getByText("Not genuine", { exact: true })).toBeVisible();
  await expect(page.getByText(contents.productionId)).toHaveCount(0);
  await look(page, "verify-forged");
  await field.fill("eyJ, with a comma");
  await field.press("Enter");
  await verify.click();
  await expect(page.getByText("This is not a certificate")).toBeVisible();

  // The browser asked for the keys, and nothing that it sent has a part of the certificate or of what it says.
  expect(requests.map((request) => new URL(request.url()).pathname)).toContain("/.well-known/jwks.json");
  const secrets = [payload, signature, contents.productionId, contents.certificateId, contents.archiveSha256];
  for (const request of requests) {
    const sent = await sentBy(request);
    for (const secret of secrets) expect(sent.includes(secret), `${request.method()} ${request.url()}`).toBe(false);
    expect(request.method()).toBe("GET");
  }
  expect(sockets).toEqual([]);
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe("");
});

test("without JavaScript, the page says how to verify instead", async ({ visitor }) => {
  const { page } = await visitor({ javaScriptEnabled: false });
  await page.goto("/verify");
  await expect(page.getByText("This page needs JavaScript")).toBeVisible();
  await expect(page.getByLabel("Certificate")).toBeHidden();
  await expect(page.getByRole("button", { name: "Verify certificate" })).toBeHidden();
  await page.getByRole("link", { name: "code for Node, Python and PHP" }).click();
  await expect(page.getByRole("heading", { level: 2, name: /^Verify offline/ })).toBeVisible();
});

test("the reference shows how to verify certificates and to sync revocations, in the chosen language", async ({
  visitor,
}) => {
  test.slow();
  const { page } = await visitor();
  await page.goto("/docs/productions-and-certificates");
  const verifying = page.getByRole("region", { name: "Verify offline" });
  await expect(verifying.getByText("createRemoteJWKSet(")).toBeVisible();
  await verifying.getByRole("group", { name: "Verify in" }).getByText("PHP", { exact: true }).click();
  await expect(verifying.getByText("openssl_verify(")).toBeVisible();
  await expect(verifying.getByText("createRemoteJWKSet(")).toBeHidden();
  const syncing = page.getByRole("region", { name: "Sync revocations" });
  await syncing.getByRole("group", { name: "Sync in" }).getByText("Python", { exact: true }).click();
  await expect(syncing.getByText("os.replace(")).toBeVisible();
  await expect(syncing.getByText("17 * * * *")).toBeVisible();
  await look(page, "docs-productions-and-certificates");
});

test("a visitor verifies a ledger proof, and nothing about it leaves the browser", async ({ visitor }) => {
  const id = newId();
  await recordAbout([id]);
  await integrateAll();
  const [file] = readZip(
    await proofArchive(await entriesToProve("custodian", { about: [{ kind: "identity_check", ids: [id] }] })),
  ).values();
  const { page } = await visitor();
  await page.goto("/verify");
  await page.getByRole("link", { name: "Verify a ledger proof" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Verify a ledger proof" })).toBeVisible();
  await look(page, "verify-ledger");
  const requests: Request[] = [];
  page.context().on("request", (request) => requests.push(request));
  const choose = (bytes: Buffer) =>
    page.getByLabel("Proof").setInputFiles({ name: "a.tlog-proof", mimeType: "text/plain", buffer: bytes });
  const verify = page.getByRole("button", { name: "Verify proof" });
  await choose(file ?? Buffer.of());
  await verify.click();
  await expect(page.getByText("The entry is in the log")).toBeVisible();
  await expect(page.getByText(id)).toBeVisible();
  await look(page, "verify-ledger-proven");
  await choose(Buffer.from(String(file).replace(/index \d+/, "index 99")));
  await verify.click();
  await expect(page.getByText("Not proven")).toBeVisible();
  await look(page, "verify-ledger-refused");
  await choose(file ?? Buffer.of());
  await page.getByLabel("Keys you trust").fill("");
  await verify.click();
  await expect(page.getByText("no key that you trust signed it")).toBeVisible();
  for (const request of requests) expect(await sentBy(request)).not.toContain(id);
  expect(requests.filter((request) => request.method() !== "GET")).toEqual([]);
});

test("a partner downloads a scene's proofs, and a stranger verifies one", async ({ visitor, visitorAs, partner }) => {
  const owner = { id: partner.partnerId, plan: "platform_pays" } as const;
  const scene = await makeGreenlitScene(owner);
  const about = { subject: { kind: "collab_scene", id: scene.id }, partnerId: owner.id } as const;
  await recordAbout([scene.id], { ...about, action: "collab_scene.greenlit" });
  await integrateAll();
  const team = await visitorAs(partner.ownerEmail, `/portal/scenes/${scene.id}`);
  const downloading = team.page.waitForEvent("download");
  await team.page.getByRole("link", { name: "Download proofs" }).click();
  const archive = readZip(await readFile(await (await downloading).path()));
  const name = [...archive.keys()].find((one) => one.endsWith(".tlog-proof")) ?? "";

  const { page } = await visitor();
  await page.goto("/verify/ledger");
  await page
    .getByLabel("Proof")
    .setInputFiles({ name, mimeType: "text/plain", buffer: archive.get(name) ?? Buffer.of() });
  await page.getByRole("button", { name: "Verify proof" }).click();
  await expect(page.getByText("The entry is in the log")).toBeVisible();
  await expect(page.getByText("collab_scene.greenlit")).toBeVisible();
  await expect(page.getByText(scene.id)).toBeVisible();
  await expect(page.getByText(/^Proven, but not shown to you: .*who acted/)).toBeVisible();
});
