import { CARDS } from "@/peers/stripe/account";

/** Safe markup. Everything else is escaped. */
class Html {
  constructor(readonly text: string) {}
}

export type { Html };

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Markup with escaped values. */
export const html = (parts: TemplateStringsArray, ...values: Part[]): Html =>
  new Html(parts.map((part, n) => part + written(values[n])).join(""));

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(written).join("");
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLES = new Html(`
:root { color-scheme: light dark; --page: #fff; --ink: #18181b; --soft: #52525b; --line: #d4d4d8; --mark: #fde68a;
  --mark-ink: #451a03; --act: #1d4ed8; --act-ink: #fff; --bad: #b91c1c; }
@media (prefers-color-scheme: dark) { :root { --page: #09090b; --ink: #fafafa; --soft: #a1a1aa; --line: #3f3f46;
  --mark: #713f12; --mark-ink: #fef3c7; --act: #93c5fd; --act-ink: #09090b; --bad: #fca5a5; } }
html { background: var(--page); color: var(--ink); font: 16px/24px ui-sans-serif, system-ui, sans-serif; }
body { margin: 0; }
header { background: var(--mark); color: var(--mark-ink); }
header p, main, footer { max-width: 560px; margin: 0 auto; padding: 12px 16px; overflow-wrap: anywhere; }
main { padding-block: 24px; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
h2 { font-size: 18px; margin: 32px 0 8px; }
a { color: var(--act); }
fieldset { border: 0; margin: 16px 0; padding: 0; }
legend { font-weight: 600; padding: 0 0 8px; }
label { display: flex; gap: 12px; padding: 12px; border: 1px solid var(--line); border-radius: 8px; margin-bottom: 8px; }
label:has(:checked) { border-color: var(--act); }
input { flex: none; margin: 4px 0 0; width: 16px; height: 16px; accent-color: var(--act); }
small, .soft, footer { color: var(--soft); font-size: 14px; }
small { display: block; }
button { font: inherit; font-weight: 600; padding: 10px 16px; border: 1px solid var(--act); border-radius: 8px;
  background: var(--act); color: var(--act-ink); cursor: pointer; }
button.second { background: var(--page); color: var(--ink); border-color: var(--line); }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; margin: 8px 0; }
[role=alert] { color: var(--bad); font-weight: 600; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: 14px; color: var(--soft); }
th, td { padding: 8px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; vertical-align: top; }
th:last-child, td:last-child { text-align: right; white-space: nowrap; padding-left: 16px; }
:focus-visible { outline: 2px solid var(--act); outline-offset: 2px; }
@media print { form { display: none; } }`);

/** A page, with a banner so that it is not mistaken for a real payment. */
export function page(title: string, body: Html, email: unknown = null): string {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<title>${title} · Stripe stand-in</title><style>${STYLES}</style></head>
<body><header><p><strong>Stripe stand-in: no money moves</strong></p></header>
<main><h1>${title}</h1>${body}</main>
<footer>${email ? html`<p>Customer: ${String(email)}</p>` : null}
<p>This page stands in for Stripe’s own. It asks for no card number, and nothing here reaches a bank.</p></footer>
</body></html>`.text;
}

/** The choice of a test card, by what it does. */
export function cardChoice(legend: string, problem: string | null): Html {
  const options = Object.entries(CARDS).map(
    ([kind, { label, does }], n) => html`<label><input type="radio" name="card" value="${kind}" ${n === 0 && "checked"}>
      <span>${label} <small>${does}</small></span></label>`,
  );
  const said = html`<p role="alert" id="problem">${problem}</p>`;
  return html`<fieldset ${problem && new Html('aria-describedby="problem"')}><legend>${legend}</legend>
    ${problem && said}${options}</fieldset>`;
}

/** The problem to show, by its name in the URL. */
export function problemOf(word: string | null): string | null {
  if (word === "declined") return "Your card was declined. Choose another card.";
  return word === "unpaid" ? "There is no payment left to dispute." : null;
}

export const money = (cents: unknown): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(Number(cents) / 100);

export const day = (seconds: unknown): Html => {
  const at = new Date(Number(seconds) * 1000);
  const text = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(at);
  return html`<time datetime="${at.toISOString()}">${text}</time>`;
};
