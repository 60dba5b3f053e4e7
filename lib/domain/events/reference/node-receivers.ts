/** A webhook receiver in the reference: a complete program that responds with 204 or 400. */
export type Receiver = {
  id: "node" | "stripe" | "standardwebhooks" | "python" | "php";
  /** The label of its tab. */
  label: string;
  /** The file's name, and what to install. */
  file: string;
  code: string;
};

const serve = `createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(), // we retry
  );
}).listen(process.env.PORT ?? 3000);`;

const keep = `  // Store the event before you respond, unless you already have its id. Process it afterwards.
  console.log(event.id, event.type);
  return 204;`;

/** A function of a Node program that checks the signature of `body`. Needs `createHmac`, `timingSafeEqual`, `secret` and `TOLERANCE`. */
export const verifyInNode = String.raw`/** Whether the header has a fresh signature of exactly these bytes. */
function verify(body, header) {
  const parts = header.split(",").map((part) => part.split("="));
  const timestamp = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const expected = createHmac("sha256", secret).update(timestamp + ".").update(body).digest();
  return parts.some(([name, value = ""]) => {
    const signature = Buffer.from(value, "hex");
    return name === "v1" && signature.length === expected.length && timingSafeEqual(signature, expected);
  });
}`;

export const plainNode: Receiver = {
  id: "node",
  label: "Node",
  file: "receiver.mjs",
  code: `import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const secret = process.env.WEBHOOK_SECRET;
const TOLERANCE = 300; // seconds

${verifyInNode}

async function receive(request) {
  const body = await buffer(request); // the raw bytes, before anything parses them
  if (!verify(body, request.headers["x-svc-signature"] ?? "")) return 400;
  const event = JSON.parse(body);
${keep}
}

${serve}`,
};

export const nodeWithStripe: Receiver = {
  id: "stripe",
  label: "Node with stripe",
  file: "receiver.mjs, after npm install stripe",
  code: `import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import Stripe from "stripe";

const secret = process.env.WEBHOOK_SECRET;

async function receive(request) {
  const body = await buffer(request); // the raw bytes, before anything parses them
  let event;
  try {
    event = Stripe.webhooks.constructEvent(body, request.headers["x-svc-signature"], secret);
  } catch {
    return 400;
  }
${keep}
}

${serve}`,
};

export const nodeWithStandardWebhooks: Receiver = {
  id: "standardwebhooks",
  label: "Node with standardwebhooks",
  file: "receiver.mjs, after npm install standardwebhooks",
  code: `import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

async function receive(request) {
  const body = await buffer(request); // the raw bytes, before anything parses them
  let event;
  try {
    event = webhook.verify(body.toString(), request.headers);
  } catch {
    return 400;
  }
${keep}
}

${serve}`,
};
