import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The yardstick of `fairness`: reads every body to its end and answers 400.

const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(400).end());
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
