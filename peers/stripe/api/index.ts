import type { IncomingHttpHeaders } from "node:http";
import Stripe from "stripe";
import { type Account, invalid, Refusal } from "@/peers/stripe/account";
import { checkoutRoutes } from "./checkouts";
import { customerRoutes, subscriptionRoutes } from "./customers";
import { checked, type Fields, listOf, object, type Route, text } from "./fields";
import { identityRoutes } from "./identity";
import { invoiceRoutes } from "./invoices";
import { paymentRoutes } from "./payments";

const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...checkoutRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...identityRoutes,
];

export type ApiCall = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
export type Answer = { status: number; body: object };

/** Answers a call of Stripe's API, once per idempotency key. Never throws. */
export function answerCall(account: Account, secretKey: string, call: ApiCall): Answer {
  return outcomeOf(() => {
    assertHeaders(call, secretKey);
    const { method, url, headers, body } = call;
    const key = method === "POST" ? headers["idempotency-key"] : undefined;
    if (typeof key !== "string") return { status: 200, body: run(account, call) };
    const asked = `${method} ${url.pathname} ${body}`;
    const before = account.answers.get(key);
    if (before && before.call !== asked) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      throw new Refusal(400, { type: "idempotency_error", message });
    }
    if (before) return before;
    const found = outcomeOf(() => ({ status: 200, body: run(account, call) }));
    // Validation errors are not remembered; a declined card is.
    if (found.status === 200 || found.status === 402) {
      account.answers.set(key, { call: asked, at: account.seconds(), ...found });
    }
    return found;
  });
}

function run(account: Account, { method, url, body }: ApiCall): object {
  const route = ROUTES.find((one) => one.method === method && one.path.test(url.pathname));
  if (!route) {
    const message = `Unrecognized request URL (${method}: ${url.pathname}).`;
    throw new Refusal(404, { type: "invalid_request_error", message });
  }
  const shape = object({ ...route.takes.fields, expand: listOf(text) }, route.takes.required);
  const { expand, ...fields } = checked(shape, method === "POST" ? new URLSearchParams(body) : url.searchParams);
  const id = route.path.exec(url.pathname)?.[1] ?? "";
  return structuredClone(route.run({ account, id, fields, expand: expansions(route, expand) }));
}

function assertHeaders({ headers, method }: ApiCall, secretKey: string): void {
  if (headers.authorization !== `Bearer ${secretKey}`) {
    throw new Refusal(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
  }
  if (headers["stripe-version"] !== Stripe.API_VERSION) {
    throw invalid(`Invalid Stripe API version: ${String(headers["stripe-version"])}`);
  }
  if (method === "POST" && !headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    throw invalid("The content type must be application/x-www-form-urlencoded.");
  }
}

function expansions({ expands = [] }: Route, asked: Fields[string] | undefined): ReadonlySet<string> {
  const paths = Array.isArray(asked) ? asked.map(String) : [];
  for (const path of paths) {
    if (path.split(".").length > 4) throw invalid("You cannot expand more than 4 levels of a property.");
    if (!expands.includes(path)) throw invalid(`This property cannot be expanded (${path}).`);
  }
  return new Set(paths);
}

function outcomeOf(answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: { error: structuredClone(error.error) } };
    return { status: 500, body: { error: { type: "api_error", message: String(error) } } };
  }
}
