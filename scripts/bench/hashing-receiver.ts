import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";

// The yardstick of uploads: bare `node:http` that hashes a file as it comes and puts it on the disk, and nothing else. What
// is put to /hashed is hashed only.

const CHUNK = 1024 * 1024;
const folder = process.env.FOLDER ?? "";

const server = createServer(async (request, response) => {
  const hash = createHash("sha256");
  if (request.url === "/hashed") {
    for await (const chunk of request) hash.update(chunk);
    response.end(hash.digest("hex"));
    return;
  }
  const path = join(folder, randomUUID());
  const file = await open(path, "w", 0o600);
  const hashing = new Transform({
    transform: (chunk, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(request, hashing, file.createWriteStream({ flush: true, highWaterMark: CHUNK }));
  response.end(hash.digest("hex"));
  await rm(path);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
