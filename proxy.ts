import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { securityHeaders } from "@/lib/api/security";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { env } from "@/lib/platform/env";

/** Pages that people reach by a secret link. */
const HOSTED = /^\/(onboard|approve|consent|attest|removal|handoff)(\/|$)/;
/** What a browser loads a page for when another page frames it. */
const FRAMED = /^(?:iframe|frame|embed|object)$/;
/** Pages with a form that leads to Stripe, to pay or manage cards. */
const PAYING = /^\/(creator|portal\/billing)(\/|$)/;
const STRIPE_PAGES = "https://checkout.stripe.com https://billing.stripe.com";

/** Headers of every page, and the nonce that scripts need to run. */
export function proxy(request: NextRequest): NextResponse {
  const { nodeEnv, baseUrl, stripe } = env();
  const secure = baseUrl.startsWith("https:");
  const hosted = HOSTED.test(request.nextUrl.pathname);
  if (hosted && FRAMED.test(request.headers.get("sec-fetch-dest") ?? "")) return framedPage(request, baseUrl);
  const policy = contentSecurityPolicy({
    nonce: randomBytes(16).toString("base64"),
    development: nodeEnv === "development",
    secure,
    hosted,
    payingAt: PAYING.test(request.nextUrl.pathname) ? (stripe.standIn?.pagesUrl ?? STRIPE_PAGES) : null,
  });

  // Next reads the nonce from the request's policy and adds it to its scripts.
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  // Where to return after sign-in, because pages can't read their own URL.
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });

  for (const [name, value] of Object.entries(securityHeaders(baseUrl))) response.headers.set(name, value);
  response.headers.set("Content-Security-Policy", policy);
  // Never send secret links to another origin. Not `no-referrer`, because browsers then send `Origin: null` with forms, and we would
  // refuse a form sent before scripts have loaded.
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("Permissions-Policy", permissionsPolicy(request.nextUrl.pathname));
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return response;
}

/** What a frame shows instead of a hosted page, whose own policy would leave it blank: a link to the page, in its own tab. */
function framedPage({ nextUrl: { pathname, search } }: NextRequest, baseUrl: string): NextResponse {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Open this page in its own tab</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }</style>
<h1>Open this page in its own tab</h1>
<p>${SERVICE_NAME} doesn’t show it inside another page, so that you can check the address before you enter anything.</p>
<p><a href="${(pathname + search).replaceAll("&", "&amp;")}" target="_blank" rel="noopener noreferrer">Open in a new tab</a></p>
</html>
`;
  return new NextResponse(html, {
    headers: {
      ...securityHeaders(baseUrl),
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *",
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Referrer-Policy": "same-origin",
    },
  });
}

export const config = {
  // Not for the API and its descriptions, uploads, stored objects, copies, photos, public statements and the files in `public`: a proxy doubles
  // their cost, cuts bodies at 10 MB, and replaces their stricter policy with a page's.
  matcher: [
    "/((?!api/|uploads/|statements/|(?:onboard|consent|handoff)/[^/]+/photos/|consent/[^/]+/copy|examine/[^/]+/(?:photos|copies|releases|proofs|export)(?:/|$)|creator/scenes/[^/]+/copy|custodian/scenes/[^/]+/copies/|custodian/productions/[^/]+/packages/|custodian/identities/[^/]+/photos/|custodian/examinations/[^/]+/(?:report/|order$)|custodian/records/[^/]+/copy|_next/static/|_next/image|\\.well-known/|healthz|readyz|objects/|schemas/|docs/[\\w.-]+\\.(?:js|json|webp|atom)$|(?:favicon\\.ico|icon\\.svg|(?:icon-192|icon-512|icon-maskable-512|apple-touch-icon|social)\\.png|product-(?:light|dark)\\.avif|robots\\.txt|site\\.webmanifest)$).*)",
  ],
};

type PolicyInput = { nonce: string; development: boolean; secure: boolean; hosted: boolean; payingAt: string | null };

function contentSecurityPolicy({ nonce, development, secure, hosted, payingAt }: PolicyInput): string {
  const directives = [
    "default-src 'self'",
    // React uses eval to explain errors in development only.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Menus, charts and toasts position themselves with inline styles.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    // A hosted form redirects to the partner's redirectUrl, and Chromium checks that redirect against this list too.
    `form-action 'self'${hosted ? " https: http:" : payingAt ? ` ${payingAt}` : ""}`,
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ];
  if (secure) directives.push("upgrade-insecure-requests");
  return directives.join("; ");
}

/** Only the pages that photograph a document may use the camera. */
function permissionsPolicy(pathname: string): string {
  const camera = /^\/(onboard|consent|handoff)(\/|$)/.test(pathname) ? "camera=(self)" : "camera=()";
  return `${camera}, microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`;
}
