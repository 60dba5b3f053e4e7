import { createServer } from "node:http";
import { join } from "node:path";
import next from "next";
import { GET as keySet } from "@/app/.well-known/jwks.json/route";
import { GET as webhookAddresses } from "@/app/.well-known/webhook-addresses/route";
import { routes } from "@/app/api/routes";
import { GET as ledgerLog } from "@/app/ledger/[...path]/route";
import { claimSocket } from "@/lib/api/client-address";
import { alive, webReady, workerReady } from "@/lib/api/health";
import { requestLog } from "@/lib/api/request-log/queue";
import { SECURITY_TXT_PATH, securityTxt } from "@/lib/api/security";
import { createDispatch } from "@/lib/api/server/dispatch";
import { createDrain, type Shutdown } from "@/lib/api/server/drain";
import { captureConsole, createHttpServer, listen } from "@/lib/api/server/listen";
import { createPageBodies, FILE_ROUTES } from "@/lib/api/server/page-door";
import { createStartDoor } from "@/lib/api/server/start-door";
import { startBackground } from "@/lib/background";
import { LOG_PATHS } from "@/lib/domain/core/transparency";
import { writeKeyUses } from "@/lib/domain/parties/keys";
import { readKeySet } from "@/lib/domain/productions/certificates";
import { reportMissingMasterKey } from "@/lib/master-key";
import { closeDatabase } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { startMailSink } from "@/lib/platform/mail-sink/start";
import { closeRateLimiter, rateLimiter } from "@/lib/platform/rate-limit/shared-limiter";
import { exitWith, waitToBelong } from "@/lib/start";
import { startTelemetry } from "@/lib/telemetry";
import { startStripe } from "@/peers/stripe";

// The web process. It owns the socket, answers the partner API and health checks itself, and passes the rest to Next.
// Unless ROLE is web, it also runs the worker, and the mail inbox and the Stripe stand-in where nothing else is configured.

const GRACE_MS = 30_000;
const LAST_WORDS_MS = 2_000;

async function serve(): Promise<void> {
  const { baseUrl, trustedProxies, role, usesSink, dataDir, sinkPort, host, port, nodeEnv } = env();
  // Next listens for upgrades on the server it gets. This one has no socket, so the code below handles upgrades.
  const upgrades = createServer();
  const door = createStartDoor();
  const server = createHttpServer(
    door.listener,
    // Only the development build uses a web socket. Next listens from its first request on.
    nodeEnv === "development"
      ? (message, socket, head) => void (upgrades.emit("upgrade", message, socket, head) || socket.destroy())
      : undefined,
  );
  const listening = await listen(server, { port, host });
  // Connects before the first call.
  rateLimiter();
  await waitToBelong(door.refuse);
  const sink =
    role === "both" && usesSink
      ? await startMailSink({ smtpPort: sinkPort, httpPort: sinkPort + 1, dir: join(dataDir, "mail") })
      : undefined;
  const stripe = role === "both" ? await startStandIn() : undefined;
  const worker = role === "both" ? await startBackground() : undefined;
  const readyz = () => webReady(worker?.checks);
  const readyzOfWorker = () => workerReady(worker?.checks);

  const telemetry = await startTelemetry({ hasWorker: worker !== undefined });

  // Next's output goes to our log, except in development, where people read the terminal.
  if (nodeEnv !== "development") captureConsole();
  // biome-ignore lint/style/noProcessEnv: Next reads it there.
  process.env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY = env().formKey.reveal();
  const app = next({ dev: nodeEnv === "development", hostname: host, port, httpServer: upgrades });
  await app.prepare();
  claimSocket();
  const dispatch = createDispatch({
    routes,
    plainRoutes: [
      { path: "/healthz", handlers: { GET: alive } },
      { path: "/readyz", handlers: { GET: readyz } },
      ...(worker ? [{ path: "/readyz/worker", handlers: { GET: readyzOfWorker } }] : []),
      { path: SECURITY_TXT_PATH, handlers: { GET: securityTxt } },
      { path: "/.well-known/jwks.json", handlers: { GET: keySet } },
      { path: "/.well-known/webhook-addresses", handlers: { GET: webhookAddresses } },
      ...LOG_PATHS.map((path) => ({ path, handlers: { GET: ledgerLog } })),
    ],
    rest: app.getRequestHandler(),
    // A photo is larger than any form, and its route checks the sender before reading it.
    pageBodies: createPageBodies({ ownLimits: FILE_ROUTES }),
    baseUrl,
    trustedProxies,
  });
  const endings: Shutdown[] = [
    { name: "pages", end: () => app.close() },
    { name: "worker", end: () => worker?.stop() },
    { name: "request log", end: () => requestLog().flush() },
    { name: "key uses", end: writeKeyUses },
    { name: "rate limits", end: closeRateLimiter },
    { name: "mail sink", end: () => sink?.close() },
    { name: "Stripe stand-in", end: () => stripe?.close() },
    { name: "telemetry", end: telemetry.close },
    { name: "database", end: closeDatabase },
  ];
  const drain = createDrain({ server, graceMs: GRACE_MS, endings, exit: (code) => process.exit(code) });
  process.on("SIGTERM", () => void drain());
  process.on("SIGINT", () => void drain());

  door.open((message, response) => void dispatch(message, response));
  // A parent process, such as `npm start`, prints this itself.
  log[process.send ? "debug" : "info"]({ port: listening, host }, "listening");
  // Open pages from an earlier start only request their socket. Any other request makes Next listen for it.
  if (nodeEnv === "development") await fetch(`${baseUrl}/_next/static/wake`).catch(() => undefined);
  // So that this process can serve them when the database is away later.
  readKeySet().catch((error: unknown) => log.warn({ err: error }, "the keys of certificates are unknown"));
  reportMissingMasterKey().catch((error: unknown) => log.warn({ err: error }, "the master key's use is unknown"));
  process.send?.({ ready: true, port: listening, inboxUrl: sink?.url ?? null });
}

/** Starts the Stripe stand-in if Stripe isn't configured. It knows as little about this process as Stripe would. */
async function startStandIn() {
  const { stripe, dataDir, host, port } = env();
  if (!stripe.standIn) return undefined;
  const here = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host;
  return startStripe({
    ...stripe.standIn,
    secretKey: stripe.secretKey.reveal(),
    webhookSecret: stripe.webhookSecret.reveal(),
    webhookUrl: `http://${here.includes(":") ? `[${here}]` : here}:${port}/api/hooks/stripe`,
    file: join(dataDir, "stripe.json"),
  });
}

process.on("unhandledRejection", (error) => log.error({ err: error }, "an unhandled promise rejection"));
// After an uncaught exception the process's state is unknown, so write the request log and exit.
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "stopped by a defect");
  setTimeout(() => process.exit(1), LAST_WORDS_MS);
  void requestLog()
    .flush()
    .finally(() => process.exit(1));
});

serve().catch(exitWith);
