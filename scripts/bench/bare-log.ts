// The fastest that the database allows: bare `node:http` that writes each depiction's rows with the service's own
// statement, one transaction per call. No key, limits, validation, request log or upload URL.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { ledgerRow } from "@/lib/domain/core/ledger";
import { insertion, lineOf, prepare } from "@/lib/domain/records/content/insert-depictions";
import { pool } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    response.end();
    return;
  }
  const [, , id = "", partnerId = ""] = (request.url ?? "").split("/");
  // A phase's end cuts calls off.
  const sent = await text(request).catch(() => null);
  if (sent === null) return;
  const input = JSON.parse(sent);
  const actor = { kind: "partner_key", partnerId, keyId: "bench" } as const;
  const uploader = {
    id,
    partnerId,
    userId: null,
    isActive: true,
    consent: null,
    partnerName: "bench",
    needsCopy: true,
  };
  const made = prepare([{ ctx: { actor, requestId: newId() }, uploader, input }]);
  const { text: sql, values } = insertion(made, { lines: made.map((one) => ledgerRow(lineOf(one))) });
  const { rows } = await pool().query({ name: "log_depictions", text: sql, values });
  const body = JSON.stringify(made[0]?.logged);
  response.writeHead(rows.length === 1 ? 201 : 200, { "Content-Length": Buffer.byteLength(body) });
  response.end(body);
});
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.send?.("ready"));
process.on("disconnect", () => process.exit(0));
