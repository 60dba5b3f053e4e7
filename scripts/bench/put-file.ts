import { createReadStream, readFileSync, statSync } from "node:fs";
import { request } from "node:http";
import { pipeline } from "node:stream/promises";

// Uploads a file in a separate process, makes the call that follows, and prints the seconds both took and the last response.
// Reads its order from a file.

type Call = { url: string; method: string; headers: Record<string, string> };
const order: { file: string; put: Call; after?: Call } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

function call({ url, method, headers }: Call, file?: string): Promise<string> {
  return new Promise((done, fail) => {
    const sent = request(url, { method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString();
      if (response.statusCode === 200) done(text);
      else fail(new Error(`${method} ${url}: ${response.statusCode} ${text}`));
    });
    sent.on("error", fail);
    if (file) pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), sent).catch(fail);
    else sent.end();
  });
}

const began = performance.now();
const length = String(statSync(order.file).size);
let answer = await call({ ...order.put, headers: { ...order.put.headers, "Content-Length": length } }, order.file);
if (order.after) answer = await call(order.after);
process.stdout.write(JSON.stringify({ seconds: (performance.now() - began) / 1000, answer }));
