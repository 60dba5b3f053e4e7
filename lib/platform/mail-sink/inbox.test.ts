import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createInboxServer } from "./inbox";
import { openMailbox } from "./mailbox";

it("takes the events of the demo's endpoint, and nothing else that is sent", async () => {
  const server = createInboxServer(openMailbox(".data/test/files/inbox"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const post = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: '{"type":"test.ping"}' })).status;
  expect([await post("/hooks"), await post("/"), await post("/hooks/other")]).toEqual([204, 405, 405]);
  server.close();
  server.closeAllConnections();
});
