import { isIP } from "node:net";
import type { Variables } from "./env-variables";

/** Problems between variables that are each valid alone, in whole sentences. */
export function contradictions(v: Variables): string[] {
  const problems: string[] = [];
  if (v.S3_BUCKET === undefined && (v.S3_ACCESS_KEY_ID || v.S3_SECRET_ACCESS_KEY || v.S3_ENDPOINT)) {
    problems.push("S3_BUCKET is missing: object storage needs a bucket; set it, or no S3 variable.");
  }
  if ((v.S3_ACCESS_KEY_ID === undefined) !== (v.S3_SECRET_ACCESS_KEY === undefined)) {
    problems.push(
      "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together; set both, or neither for the machine's role.",
    );
  }
  if ((v.STRIPE_SECRET_KEY === undefined) !== (v.STRIPE_WEBHOOK_SECRET === undefined)) {
    problems.push("STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together; set both or neither.");
  }
  if (v.REDIS_URL && v.NODES === undefined) {
    problems.push(
      "NODES is missing: with REDIS_URL, say how many web processes run at most, such as 2. While Redis is away, each admits its share of a limit.",
    );
  }
  if (v.SIGNING_P12_PASSPHRASE && !v.SIGNING_P12) {
    problems.push("SIGNING_P12_PASSPHRASE is set without SIGNING_P12; set both or neither.");
  }
  if (v.IDENTITY_DRIVER === "stripe_identity" && !v.STRIPE_SECRET_KEY) {
    problems.push("IDENTITY_DRIVER=stripe_identity needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.");
  }
  if (v.SMTP_URL && !v.MAIL_FROM) {
    problems.push(
      "MAIL_FROM is missing: with SMTP_URL, say which address mail comes from, such as records@example.com.",
    );
  }
  return [...problems, ...standIns(v)];
}

// A public service without payments or mail would only look healthy.
function standIns(v: Variables): string[] {
  if (v.NODE_ENV !== "production" || v.ALLOW_STANDINS || !v.BASE_URL || !isPublicAddress(v.BASE_URL)) return [];
  const problems: string[] = [];
  if (!v.SMTP_URL) problems.push("SMTP_URL is missing: mail would stay in the built-in inbox.");
  if (!v.STRIPE_SECRET_KEY)
    problems.push("STRIPE_SECRET_KEY is missing: payments would go to the Stripe stand-in, and no money would move.");
  return problems.map(
    (problem) => `${problem} ${new URL(v.BASE_URL ?? "").hostname} is public; set it, or ALLOW_STANDINS=1 for a trial.`,
  );
}

/** How to fix a missing variable. */
export function remedyFor(name: string): string {
  if (name === "DATABASE_URL") return "set it to a PostgreSQL 15 or newer, or use `npm start`, which brings one along";
  if (name === "MASTER_KEY" || name === "AUTH_SECRET") {
    return "`npm start` writes one to .env.local; elsewhere make one with `openssl rand -base64 32` and keep it";
  }
  return "set it";
}

/** Whether an address can be reached from outside this machine and its private network. */
export function isPublicAddress(baseUrl: string): boolean {
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (isIP(host) === 4) return !/^(0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host);
  if (isIP(host) === 6) return !/^(::1?$|f[cd]|fe[89ab])/.test(host);
  return host.includes(".") && !/\.(localhost|local|internal|test|home\.arpa)$/.test(host);
}

/** Whether an address points to this machine. */
export function isThisMachine(baseUrl: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname.toLowerCase());
}
