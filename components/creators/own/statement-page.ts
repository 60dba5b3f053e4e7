import type { StatementText } from "@/lib/domain/creators/statement-schemas";
import { SERVICE_NAME } from "@/lib/platform/brand";
import { dayText } from "@/lib/platform/date-text";

// Plain HTML without scripts, so that every reader gets the same bytes and browsers can cache and print them.

type Statement = StatementText & { version: number | null; publishedAt: Date | null };

// A legal document spells its dates out; pages use `dateText`.

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const text = (raw: string): string => raw.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? "");

/** A statement as the public reads it. `note` is shown above it when the creator previews it. */
export function statementPage(
  statement: Statement,
  { indexable, note }: { indexable: boolean; note?: { message: string; back: string } },
): string {
  const { displayName, workTitle, producedOn, publishedAt, version } = statement;
  const facts: [string, string][] = [
    ["Works", workTitle === null ? `All works of ${displayName}` : `“${workTitle}”, by ${displayName}`],
    [workTitle === null ? "Most recent date of production" : "Date of production", dayText(producedOn)],
    [statement.custodianTitle, statement.custodianName],
    ["Street address of the records", statement.custodianAddress],
    ["Hours of inspection", statement.custodianHours],
    ["Date of this statement", publishedAt ? `${dayText(publishedAt)} (version ${version})` : "not published"],
  ];
  const body = `${note ? `<aside><p>${text(note.message)}</p><p><a href="${text(note.back)}">Back to your account</a></p></aside>` : ""}
<article>
<p class="law">18 U.S.C. § 2257 · 28 CFR Part 75</p>
<h1>Statement of records: ${text(displayName)}</h1>
<p>The records that 18 U.S.C. § 2257 and 28 CFR Part 75 require for the works named here are kept by the custodian of records named here, and are open to inspection at this address.</p>
<dl>
${facts.map(([label, value]) => `<div><dt>${text(label)}</dt><dd>${text(value)}</dd></div>`).join("\n")}
</dl>
</article>`;
  return page(`Statement of records: ${displayName}`, body, indexable);
}

/** The page for a URL without a public statement, whatever the reason. */
export const noStatementPage = (): string =>
  page(
    "Statement not found",
    `<article>
<h1>Statement not found</h1>
<p>There is no statement of records at this address. Check the address, or ask the person who sent it to you.</p>
</article>`,
    false,
  );

const page = (title: string, body: string, indexable: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="${indexable ? "index" : "noindex"}, nofollow">
<title>${text(title)} · ${SERVICE_NAME}</title>
<link rel="icon" href="/icon.svg">
<style>${STYLE}</style>
</head>
<body>
<header><p>${SERVICE_NAME}</p></header>
<main>
${body}
</main>
<footer><p>${SERVICE_NAME} keeps these records as custodian. The creator states which works are covered.</p></footer>
</body>
</html>
`;

// The service's colors. In print, black on white at 12 points, the smallest size that 28 CFR 75.6(e) allows.
const STYLE = `:root{color-scheme:light dark;--paper:light-dark(#f8f6f1,#121415);--surface:light-dark(#fff,#191c1d);--line:light-dark(#e2ddd2,#303637);--ink:light-dark(#1c2125,#eceae5);--muted:light-dark(#5a5f63,#a9adac);--accent:light-dark(#14505c,#8ecbd4)}
*{box-sizing:border-box;margin:0}
body{background:var(--paper);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif;min-height:100dvh;display:flex;flex-direction:column;overflow-wrap:anywhere}
header,main,footer{width:100%;max-width:44rem;margin:0 auto;padding:1.25rem 1rem}
header{font-weight:600}main{flex:1}footer{color:var(--muted);font-size:.875rem}
article,aside{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:1.5rem}
aside{margin-bottom:1rem;border-left:4px solid var(--accent)}
a{color:var(--accent);text-underline-offset:4px}
.law{color:var(--muted);font-size:.875rem;margin-bottom:.5rem}
h1{font-size:1.5rem;line-height:2rem;letter-spacing:-.015em;font-weight:600;margin-bottom:.75rem;text-wrap:balance}
dl{margin-top:1.5rem}
dl div{border-top:1px solid var(--line);padding:.75rem 0;display:grid;gap:.25rem 1.5rem}
dt{color:var(--muted)}dd{font-weight:500}
@media (min-width:40rem){article,aside{padding:2rem}dl div{grid-template-columns:14rem minmax(0,1fr)}}
@media print{:root{color-scheme:light}@page{margin:2cm}body{background:none;color:#000;font-size:12pt;display:block}header,footer,.law{font-size:12pt}header,main,footer{max-width:none;padding:0 0 1rem}article{border:0;padding:0}dt,.law,footer{color:#000}dl div{grid-template-columns:6cm minmax(0,1fr);break-inside:avoid}aside{display:none}}`;
