import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { securityHeaders } from "@/lib/api/security";
import { env } from "@/lib/platform/env";

/** What people reach by a link that is itself the permission. */
const HOSTED = /^\/(onboard|approve|consent|attest)(\/|$)/;
/** Where a form leads on to a page of Stripe's: to pay, or to manage cards. */
const PAYING = /^\/(creator|portal\/billing)(\/|$)/;
const STRIPE_PAGES = "https://checkout.stripe.com https://billing.stripe.com";

/** Headers of every page, and the nonce without which no script runs. */
export function proxy(request: NextRequest): NextResponse {
  const { nodeEnv, baseUrl, stripe } = env();
  const secure = baseUrl.startsWith("https:");
  const hosted = HOSTED.test(request.nextUrl.pathname);
  const policy = contentSecurityPolicy({
    nonce: randomBytes(16).toString("base64"),
    development: nodeEnv === "development",
    secure,
    hosted,
    payingAt: PAYING.test(request.nextUrl.pathname) ? (stripe.standIn?.pagesUrl ?? STRIPE_PAGES) : null,
  });

  // Next reads the nonce from the request's policy and puts it on its own scripts.
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  // Where to return to after signing in; pages cannot ask for their own address.
  headers.set("x-path", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });

  for (const [name, value] of Object.entries(securityHeaders(baseUrl))) response.headers.set(name, value);
  response.headers.set("Content-Security-Policy", policy);
  // Addresses that are a permission never travel to another origin. `no-referrer` would say no more than this, but makes
  // a browser send `Origin: null` with a form, and a form sent before any script has loaded is then refused.
  response.headers.set("Referrer-Policy", "same-origin");
  response.headers.set("Permissions-Policy", permissionsPolicy(request.nextUrl.pathname));
  response.headers.set("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return response;
}

export const config = {
  // Not for the API, uploads, stored objects, copies, photos, public statements and the files in `public`: a proxy doubles
  // their cost, cuts bodies at 10 MB, and replaces their stricter policy with a page's.
  matcher: [
    "/((?!api/|uploads/|statements/|onboard/[^/]+/photos/|custodian/identities/[^/]+/photos/|custodian/records/[^/]+/copy|_next/static/|_next/image|\\.well-known/|healthz|readyz|objects/|(?:favicon\\.ico|icon\\.svg|(?:icon-192|icon-512|icon-maskable-512|apple-touch-icon|social)\\.png|robots\\.txt|site\\.webmanifest)$).*)",
  ],
};

type PolicyInput = { nonce: string; development: boolean; secure: boolean; hosted: boolean; payingAt: string | null };

function contentSecurityPolicy({ nonce, development, secure, hosted, payingAt }: PolicyInput): string {
  const directives = [
    "default-src 'self'",
    // React explains errors through eval while developing, nowhere else.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // Menus, charts and toasts place themselves through style attributes and style elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    // A hosted form ends at the partner's redirectUrl; Chromium holds the redirect after a form to this list as well.
    `form-action 'self'${hosted ? " https: http:" : payingAt ? ` ${payingAt}` : ""}`,
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ];
  if (secure) directives.push("upgrade-insecure-requests");
  return directives.join("; ");
}

/** Only the page that photographs a document may ask for the camera. */
function permissionsPolicy(pathname: string): string {
  const camera = /^\/onboard(\/|$)/.test(pathname) ? "camera=(self)" : "camera=()";
  return `${camera}, microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`;
}
