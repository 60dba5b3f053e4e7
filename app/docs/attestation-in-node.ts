import { verifyInNode } from "@/lib/domain/events/reference";

/** A platform in one Node file: it sends creators to attest, takes them back, and publishes on the event. */
export const nodeProgram = (
  baseUrl: string,
): string => `import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";

const API = ${JSON.stringify(`${baseUrl}/api/v1`)};
const { API_KEY, WEBHOOK_SECRET: secret, PORT = "4000" } = process.env;
const PUBLIC_URL = process.env.PUBLIC_URL ?? \`http://localhost:\${PORT}\`;
const TOLERANCE = 300; // seconds

// Keep these in your database.
const uploads = new Map(); // your content ids, by sessionId
const scenes = new Map(); // your content ids, by sceneId
const received = new Set(); // ids of events

${verifyInNode}

async function call(path, body) {
  const response = await fetch(API + path, {
    method: body ? "POST" : "GET",
    headers: { Authorization: \`Bearer \${API_KEY}\`, "Content-Type": "application/json" },
    body: body && JSON.stringify(body),
  });
  const result = await response.json();
  if (!response.ok) throw new Error(\`\${response.status} \${result.code}: \${result.error}\`);
  return result;
}

/** A creator uploaded something. Take creator and faces from your own records, not from the URL as here. */
async function startUpload(query) {
  const contentId = \`post-\${randomUUID()}\`;
  const { sessionId, attestationUrl } = await call("/upload-sessions", {
    contentId,
    contentType: "video",
    contentTitle: "Summer at the lake",
    detectedFaceCount: Number(query.get("faces")),
    uploaderExternalUserId: query.get("creator"),
    redirectUrl: \`\${PUBLIC_URL}/attested\`,
  });
  uploads.set(sessionId, contentId);
  return { status: 303, headers: { Location: attestationUrl } };
}

/** The creator is back. Anyone can open this URL with any status, so read the session. */
async function showUpload(query) {
  const sessionId = query.get("sessionId");
  if (!uploads.has(sessionId)) return { status: 404 };
  const { status, path } = await call(\`/upload-sessions/\${sessionId}\`);
  if (status !== "completed") return { status: 200, text: "Not attested. Your upload is saved as a draft." };
  return { status: 200, text: path === "solo" ? "Attested." : "Attested. We publish when everyone has signed." };
}

async function receive(request) {
  const body = await buffer(request); // the raw bytes, before anything parses them
  if (!verify(body, request.headers["x-svc-signature"] ?? "")) return { status: 400 };
  const { id, type, data } = JSON.parse(body);
  if (received.has(id)) return { status: 204 };
  if (type === "upload_session.solo_completed") publish(data.contentId);
  if (type === "collab_scene.created") scenes.set(data.scene.sceneId, uploads.get(data.uploadSessionId));
  if (type === "collab_scene.greenlit") {
    // Events may arrive out of order. We send this one again.
    if (!scenes.has(data.scene.id)) return { status: 503 };
    publish(scenes.get(data.scene.id));
  }
  received.add(id);
  return { status: 204 };
}

/** Make the content public. Scenes from other calls have no content here. */
function publish(contentId) {
  if (contentId) console.log("publish", contentId);
}

async function route(request) {
  const { pathname, searchParams } = new URL(request.url, PUBLIC_URL);
  if (pathname === "/upload") return startUpload(searchParams);
  if (pathname === "/attested") return showUpload(searchParams);
  if (pathname === "/webhooks" && request.method === "POST") return receive(request);
  return { status: 404 };
}

createServer(async (request, response) => {
  const { status, headers, text } = await route(request).catch((error) => {
    console.error(error.message);
    return { status: 500 }; // we retry webhooks
  });
  response.writeHead(status, headers).end(text);
}).listen(PORT);`;
