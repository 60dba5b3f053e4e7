import { readFileSync } from "node:fs";
import { POST as bulkContent } from "@/app/api/v1/content/bulk/route";
import { POST as bulkAccounts } from "@/app/api/v1/solo-accounts/bulk/route";

// A program that makes a bulk call, with its route, key and a file with its body, and then waits: tests kill it on the way.
const [route, key, file = ""] = process.argv.slice(2);
const call = new Request("http://localhost:3000/", {
  method: "POST",
  headers: { authorization: `Bearer ${key}`, "content-type": "application/x-ndjson" },
  body: readFileSync(file),
});
await (route === "content" ? bulkContent : bulkAccounts)(call);
setInterval(() => undefined, 60_000);
