import { listHref } from "@/components/lists/list-address";
import { CONTENT_PATH, JOBS_PATH, productionHref, sceneHref, sessionHref } from "@/components/shell/addresses";
import type { RequestDetail } from "@/lib/api/request-log/list-requests";

/** A record that a call names, and its page. */
export type CallRecord = { kind: string; id: string; href: string };

type Call = Pick<RequestDetail, "method" | "route" | "path" | "status" | "responseBody">;

/** By the names of their ids in paths and answers, in the order that they are shown. */
const KINDS: Readonly<Record<string, { kind: string; href: (id: string) => string }>> = {
  accountId: { kind: "Creator", href: (id) => `/portal/creators/${encodeURIComponent(id)}` },
  depictionId: { kind: "Record", href: (id) => `${CONTENT_PATH}/${encodeURIComponent(id)}` },
  sceneId: { kind: "Scene", href: (id) => sceneHref({ id: encodeURIComponent(id) }) },
  sessionId: { kind: "Upload session", href: (id) => sessionHref({ id: encodeURIComponent(id) }) },
  productionId: { kind: "Production", href: (id) => productionHref({ id: encodeURIComponent(id) }) },
  // The partner's own id, which the job's page doesn't have.
  verificationJobId: { kind: "Verification job", href: (q) => listHref(JOBS_PATH, { q }) },
};

const MOST = 20;
const JOBS_ROUTE = "/api/v1/verification-jobs";
// Our ids, and the partner's own of a verification job. A body is cut at 16 KB, so it may be no JSON.
const ID_MEMBER = /"(accountId|depictionId|sceneId|sessionId|productionId|verificationJobId)":"([^"\\]{1,512})"/g;

/**
 * The partner's records that a logged call names, each once: those of its path unless it found none, and those of the answer to a
 * change. Each record's page checks again whose it is.
 */
export function recordsOf({ method, route, path, status, responseBody }: Call): {
  records: CallRecord[];
  isMore: boolean;
} {
  const found = new Map<string, CallRecord>();
  const add = (name: string, id: string) => {
    const { kind, href } = KINDS[name] ?? {};
    if (kind && href && id && !found.has(`${kind} ${id}`)) found.set(`${kind} ${id}`, { kind, id, href: href(id) });
  };
  const isDone = status < 300;
  if (isDone || status === 409 || status === 422) for (const [name, id] of inPath(route ?? "", path)) add(name, id);
  // The answer to a read may list anything.
  if (isDone && method !== "GET") {
    const body = responseBody ?? "";
    for (const [, name = "", id = ""] of body.matchAll(ID_MEMBER)) add(name, id);
    if (route === JOBS_ROUTE) add("verificationJobId", /"id":"([^"\\]+)"/.exec(body)?.[1] ?? "");
  }
  const order = Object.values(KINDS).map(({ kind }) => kind);
  const records = [...found.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  return { records: records.slice(0, MOST), isMore: records.length > MOST };
}

/** The ids in a path, by their names in the declared one. */
function inPath(route: string, path: string): [string, string][] {
  const steps = path.split("/");
  return route.split("/").flatMap((step, n) => {
    const name = /^\{(\w+)\}$/.exec(step)?.[1];
    return name ? [[name === "id" ? "verificationJobId" : name, decoded(steps[n] ?? "")]] : [];
  });
}

// The log cuts a long path, maybe within an encoded character.
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
