import { startReceiver } from "@/lib/testing/receiver";
import { ops } from "./harness/api";
import { expect, test } from "./harness/journey";
import { look } from "./harness/page";

test("an endpoint is tested, gets a simulated event, and the debugger explains its signature", async ({
  visitorAs,
  partner,
}) => {
  const receiver = await startReceiver((response, { headers }, count) => {
    if (count === 2) response.writeHead(401).end(`refused ${headers["x-svc-event"]}`);
    else response.end("thanks");
  });
  const { endpointId } = await ops("webhook", "create", partner.partnerId, "--url", receiver.url);
  const { page } = await visitorAs(partner.ownerEmail);

  await page.goto(`/portal/webhooks/${endpointId}/test`);
  await look(page, "webhook-test");
  const ping = page.getByRole("region", { name: "Test event" });
  await ping.getByRole("button", { name: "Send test event" }).dblclick();
  await expect(ping.locator("p[role=status]")).toHaveText(/^Received: the endpoint answered 200/);
  expect(receiver.received).toHaveLength(1);
  await expect(ping.getByText("X-SVC-Delivery: del_test")).toBeVisible();
  await expect(ping.getByText("thanks")).toBeVisible();
  await look(page, "webhook-test-received");

  const simulator = page.getByRole("region", { name: "Simulator" });
  await simulator.getByLabel("Search event types").fill("account suspended");
  await expect(simulator.getByRole("radio")).toHaveCount(2);
  await simulator.getByRole("radio", { name: "solo_account.suspended" }).check();
  await expect(page).toHaveURL(/type=solo_account.suspended/);
  await expect(simulator.getByText('"reason": "partner_deactivated"')).toBeVisible();
  await simulator.getByRole("button", { name: "Send this example" }).click();
  await expect(simulator.locator("p[role=status]").last()).toHaveText(/^The endpoint answered 401/);
  await expect(simulator.getByText("refused solo_account.suspended")).toBeVisible();
  await look(page, "webhook-test-refused");
  const [, simulated] = receiver.received;
  expect(simulated?.headers["x-svc-event"]).toBe("solo_account.suspended");

  await simulator.getByRole("link", { name: "Signature debugger" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeVisible();
  await look(page, "webhook-debugger");
  await page.getByLabel("Headers").fill(
    Object.entries(simulated?.headers ?? {})
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
  );
  await page.getByLabel("Raw body").fill(simulated?.body ?? "");
  await page.getByRole("button", { name: "Check the signature" }).click();
  const result = page.getByRole("region", { name: "Result" });
  await expect(result.getByRole("status").first()).toHaveText("The signature verifies.");
  await look(page, "webhook-debugger-verified");

  await page.getByLabel("Raw body").fill(JSON.stringify(JSON.parse(simulated?.body ?? ""), null, 2));
  await page.getByRole("button", { name: "Check the signature" }).click();
  await expect(result.getByText(/parsed and serialized again/)).toHaveCount(2);
  await expect(result.getByRole("status").first()).toHaveText("X-SVC-Signature and webhook-signature don’t verify.");
  await look(page, "webhook-debugger-changed");

  await page.getByLabel("Headers").fill("");
  await page.getByRole("button", { name: "Check the signature" }).click();
  await expect(page.getByText("Paste the headers, as they arrived.").first()).toBeVisible();
  await receiver.close();
});

test("testing and debugging work without scripts", async ({ visitor, visitorAs, partner }) => {
  const receiver = await startReceiver();
  const { endpointId } = await ops("webhook", "create", partner.partnerId, "--url", receiver.url);
  const signedIn = await visitorAs(partner.ownerEmail);
  const storageState = await signedIn.page.context().storageState();
  const { page } = await visitor({ javaScriptEnabled: false, storageState });
  await page.goto(`/portal/webhooks/${endpointId}/test`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page).toHaveURL(/#test-form$/);
  await expect(page.locator("#test-form").getByText("Received: the endpoint answered 200").first()).toBeAttached();
  expect(receiver.received).toHaveLength(1);

  await page.getByRole("button", { name: "Send this example" }).click();
  await expect(page).toHaveURL(/#simulator-form$/);
  await expect(page.getByText("Received: the endpoint answered 200").first()).toBeAttached();
  expect(receiver.received).toHaveLength(2);

  await page.goto("/portal/webhooks/debugger");
  await page.getByLabel("Headers").fill("Host: platform.example.com");
  await page.getByLabel("Raw body").fill("{}");
  await page.getByRole("button", { name: "Check the signature" }).click();
  await expect(page.getByText("No signature: neither").first()).toBeAttached();
  await expect(page.getByLabel("Raw body")).toHaveValue("{}");
  await receiver.close();
});

test("a developer rehearses a creator's story, with the real events and a running clock", async ({
  visitorAs,
  partner,
}) => {
  const receiver = await startReceiver();
  await ops("webhook", "create", partner.partnerId, "--url", receiver.url);
  const { page } = await visitorAs(partner.ownerEmail, "/portal/webhooks/rehearsal");
  await look(page, "rehearsal-start");
  await page.getByRole("button", { name: "Start rehearsal" }).click();
  await expect(page.getByText("No events yet")).toBeVisible();
  await look(page, "rehearsal-begun");

  const sent = () => receiver.received.map(({ body }) => JSON.parse(body).type);
  await page.getByRole("button", { name: "Verify creator" }).dblclick();
  await expect.poll(sent).toEqual(["solo_account.verified"]);
  await page.getByRole("button", { name: "Log content" }).click();
  await page.getByRole("button", { name: "Take content down" }).click();
  await page.getByRole("button", { name: "Create scene" }).click();
  await page.getByRole("button", { name: /Expire scene in 2 minutes/ }).click();
  await expect(page.getByText(/^Ends/)).toBeVisible();
  await page.getByRole("button", { name: "Sign release" }).click();
  await expect.poll(sent).toContain("collab_scene.greenlit");
  await page.getByRole("button", { name: "File removal request" }).click();
  await expect.poll(() => receiver.received.length).toBe(8);
  for (const { body, headers } of receiver.received) {
    expect(JSON.parse(body).rehearsal).toBe(true);
    expect(headers["x-svc-rehearsal"]).toBe("1");
  }
  await expect(page.getByText("Delivered")).toHaveCount(8);
  await look(page, "rehearsal");

  await page.goto("/portal/events");
  await expect(page.getByText("Rehearsal", { exact: true }).first()).toBeVisible();
  await look(page, "rehearsal-events");
  await page.goto("/portal/webhooks/rehearsal");
  await look(page, "rehearsal-running");
  await page.getByRole("link", { name: receiver.url.replace("http://", "") }).click();
  await page.getByRole("button", { name: "End rehearsal" }).click();
  await expect(page.getByRole("heading", { name: "Running" })).toHaveCount(0);
  await receiver.close();
});
