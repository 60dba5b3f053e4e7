import { routes } from "@/app/api/routes";
import { claimSocket } from "@/lib/api/client-address";
import { webUpload } from "@/lib/api/server/receive-upload";
import { env } from "@/lib/platform/env";

type Call = { key: string; method?: "GET" | "POST" | "DELETE"; path: string; body?: unknown; agent?: string };
export type Answer = { status: number; body: Record<string, unknown> };

const ADDRESS = "203.0.113.40";
const AGENT = "northlight-web/4.2";

/** Calls the partner API as the platform's programs do, through the same handlers as every call. */
export async function callApi({
  key,
  path,
  body,
  method = body === undefined ? "GET" : "POST",
  agent = AGENT,
}: Call): Promise<Answer> {
  // As our own server says of each request.
  claimSocket();
  const [pathname = ""] = path.split("?");
  for (const route of routes) {
    const params = match(route.path, `/api/v1${pathname}`);
    const handler = params && route.handlers[method];
    if (!handler) continue;
    const request = new Request(`${env().baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        "user-agent": agent,
        "x-forwarded-for": ADDRESS,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const response = await handler(request, { params: Promise.resolve(params) });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : {} };
  }
  throw new Error(`No route ${method} ${path}.`);
}

function match(template: string, path: string): Record<string, string> | null {
  const [wanted, given] = [template.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [n, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) params[name] = decodeURIComponent(given[n] ?? "");
    else if (part !== given[n]) return null;
  }
  return params;
}

/** Uploads a file to the URL that an answer gave. */
export async function upload(url: string, file: Buffer): Promise<void> {
  const grant = new URL(url).pathname.split("/").at(-1) ?? "";
  const headers = { "content-type": "image/jpeg", "content-length": String(file.length) };
  const request = new Request(url, { method: "PUT", headers, body: new Uint8Array(file) });
  const response = await webUpload(request, { params: Promise.resolve({ grant }) });
  if (!response.ok) throw new Error(`The upload was answered ${response.status}.`);
}
