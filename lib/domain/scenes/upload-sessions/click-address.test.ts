import { request } from "node:http";
import { expect, it } from "vitest";
import { browserOf } from "@/app/current-actor";
import { claimSocket } from "@/lib/api/client-address";
import { createDispatch } from "@/lib/api/server/dispatch";
import { createHttpServer, listen } from "@/lib/api/server/listen";
import { eventsOf } from "@/lib/testing/effects";
import { clickOf, type MadeUploadSession, makeUploadSession } from "@/lib/testing/upload-sessions";
import { completeSolo } from "./complete-session";

/** Attests as the page does, and answers with the outcome. */
async function attestedBy({ headers }: Request, session: MadeUploadSession): Promise<Response> {
  const ctx = { actor: { kind: "system", name: "attest" } as const, ...browserOf(headers) };
  return Response.json(await completeSolo(ctx, clickOf(session)));
}

/** Presses the button through our own server on a real socket, with a forged address. */
async function press(session: MadeUploadSession, trustedProxies: number): Promise<void> {
  const rest = () => expect.unreachable("the page has another path");
  claimSocket();
  const answer = (request: Request) => attestedBy(request, session);
  const plainRoutes = [{ path: "/press", handlers: { POST: answer } }];
  const server = createHttpServer(
    createDispatch({ routes: [], plainRoutes, rest, baseUrl: "http://localhost:3000", trustedProxies }),
  );
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  const forged = {
    "x-forwarded-for": "198.51.100.1, 198.51.100.2",
    "x-real-ip": "198.51.100.3",
    forwarded: "for=198.51.100.4",
    "user-agent": "Mozilla/5.0 (iPhone)",
    origin: "http://localhost:3000",
    "sec-fetch-site": "same-origin",
  };
  const status = await new Promise((resolve, reject) => {
    const call = request({ port, host: "127.0.0.1", path: "/press", method: "POST", headers: forged }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    call.on("error", reject).end();
  });
  server.close();
  server.closeAllConnections();
  expect(status).toBe(200);
}

it.each([
  [0, "127.0.0.1"],
  [1, "198.51.100.2"],
])("with %i trusted proxies, attests from %s, whatever the headers claim", async (trustedProxies, ip) => {
  const session = await makeUploadSession();
  await press(session, trustedProxies);
  const [event] = await eventsOf(session.partner);
  expect(event?.data).toMatchObject({ attestation: { ip, ua: "Mozilla/5.0 (iPhone)" } });
});
