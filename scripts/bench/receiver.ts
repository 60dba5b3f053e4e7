import { createServer } from "node:http";

// A receiver of webhooks that thanks at once. What comes to /hang gets no answer.

const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith("/hang")) return;
  request.on("end", () => response.writeHead(204).end());
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
process.on("disconnect", () => process.exit(0));
