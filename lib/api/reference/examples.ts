import { mediaTypeOf, NDJSON } from "../declaration";

/** The call of an example. */
export type ExampleCall = {
  method: string;
  /** With the path's parameters filled in, and the query, if any. */
  url: string;
  /** A JSON value; undefined for a call without a body. */
  body?: unknown;
  /** The body is one of many lines, and so is the answer. */
  isBulk?: true | undefined;
};

/** The languages of examples, in the order of the switch. */
export const EXAMPLE_LANGUAGES = ["curl", "node", "python", "php"] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];
export type Examples = Record<ExampleLanguage, string>;

/** One call in the languages of the reference. Each example runs as printed, with nothing to install. */
export function examplesOf(call: ExampleCall): Examples {
  return { curl: curl(call), node: node(call), python: python(call), php: php(call) };
}

function curl({ method, url, body, isBulk }: ExampleCall): string {
  if (isBulk) return curlCommand({ method, url, body: JSON.stringify(body), headers: { "Content-Type": NDJSON } });
  return curlCommand({ method, url, body: body === undefined ? undefined : indented(JSON.stringify(body, null, 2)) });
}

function node({ method, url, body, isBulk }: ExampleCall): string {
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    ...(body === undefined ? [] : [`    "Content-Type": "${mediaTypeOf({ isBulk })}",`]),
    "  },",
    ...(body === undefined ? [] : [`  body: ${isBulk ? nodeLines(body) : nodeValue(body)},`]),
  ];
  const call = `const response = await fetch(${JSON.stringify(url)}, {
${options.join("\n")}
});`;
  if (isBulk) {
    return `${call}
const text = await response.text();
if (!response.ok) throw new Error(\`\${response.status}: \${text}\`);
for (const line of text.trim().split("\\n")) console.log(JSON.parse(line));`;
  }
  return `${call}
const result = await response.json();
if (!response.ok) throw new Error(\`\${response.status}: \${result.error}\`);
console.log(result);`;
}

const nodeValue = (body: unknown): string => `JSON.stringify(${indented(javascript(body))})`;
const nodeLines = (line: unknown): string =>
  `[\n    ${indented(javascript(line), "    ")},\n  ].map((line) => JSON.stringify(line)).join("\\n")`;

/** JSON in JavaScript style, without quotes around names where possible. */
const javascript = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");

function python({ method, url, body, isBulk }: ExampleCall): string {
  const parts = [
    `    ${JSON.stringify(url)},`,
    ...(method === "GET" ? [] : [`    method=${JSON.stringify(method)},`]),
    `    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"${body === undefined ? "" : `, "Content-Type": "${mediaTypeOf({ isBulk })}"`}},`,
    ...(body === undefined ? [] : [`    data=${isBulk ? pythonLines(body) : pythonValue(body)},`]),
  ];
  const read = isBulk ? "for line in response:\n        print(json.loads(line))" : "print(json.load(response))";
  return `import json
import os
from urllib.request import Request, urlopen

request = Request(
${parts.join("\n")}
)
with urlopen(request) as response:
    ${read}`;
}

const pythonValue = (body: unknown): string => `json.dumps(${indented(pythonLiteral(body), "    ")}).encode()`;
const pythonLines = (line: unknown): string =>
  `"\\n".join(json.dumps(line) for line in ${indented(pythonLiteral([line]), "    ")}).encode()`;

function pythonLiteral(value: unknown, depth = 0): string {
  const pad = "    ".repeat(depth + 1);
  const end = `\n${"    ".repeat(depth)}`;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) {
    const items = value.map((item) => `\n${pad}${pythonLiteral(item, depth + 1)},`);
    return items.length === 0 ? "[]" : `[${items.join("")}${end}]`;
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(
      ([key, inner]) => `\n${pad}${JSON.stringify(key)}: ${pythonLiteral(inner, depth + 1)},`,
    );
    return entries.length === 0 ? "{}" : `{${entries.join("")}${end}}`;
  }
  // A JSON string is a Python string: both know the same escapes.
  return JSON.stringify(value);
}

function php({ method, url, body, isBulk }: ExampleCall): string {
  const content = isBulk
    ? `implode("\\n", array_map("json_encode", ${indented(phpLiteral([body]), "    ")}))`
    : `json_encode(${indented(phpLiteral(body), "    ")})`;
  const parts = [
    ...(method === "GET" ? [] : [`    "method" => "${method}",`]),
    `    "header" => [`,
    `        "Authorization: Bearer " . getenv("${KEY_VARIABLE}"),`,
    ...(body === undefined ? [] : [`        "Content-Type: ${mediaTypeOf({ isBulk })}",`]),
    "    ],",
    ...(body === undefined ? [] : [`    "content" => ${content},`]),
    `    "ignore_errors" => true, // so that an error's body is read too`,
  ];
  const read = isBulk
    ? `foreach (explode("\\n", trim($answer)) as $line) {\n    print_r(json_decode($line, true));\n}`
    : "print_r(json_decode($answer, true));";
  return `<?php
$context = stream_context_create(["http" => [
${parts.join("\n")}
]]);
$answer = file_get_contents(${phpString(url)}, false, $context);
${read}`;
}

// In single quotes, PHP changes nothing but two characters. Control characters need double quotes, whose escapes are almost JSON's.
function phpString(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
  return JSON.stringify(text)
    .replaceAll("$", "\\$")
    .replaceAll(/\\u([0-9a-f]{4})/g, "\\u{$1}");
}

function phpLiteral(value: unknown, depth = 0): string {
  const pad = `\n${"    ".repeat(depth + 1)}`;
  const list = (items: readonly string[]) =>
    `[${items.map((item) => `${pad}${item},`).join("")}\n${"    ".repeat(depth)}]`;
  if (typeof value === "string") return phpString(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : list(value.map((item) => phpLiteral(item, depth + 1)));
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value);
  if (entries.length === 0) return "new stdClass()";
  return list(entries.map(([key, inner]) => `${phpString(key)} => ${phpLiteral(inner, depth + 1)}`));
}

const indented = (text: string, by = "  "): string => text.replaceAll("\n", `\n${by}`);

/** The environment variable with the key, in every example. */
export const KEY_VARIABLE = "API_KEY";

type CurlCall = {
  method: string;
  url: string;
  /** The body as sent. Undefined for a call without one. */
  body?: string;
  /** Default: JSON, if there is a body. */
  headers?: Readonly<Record<string, string>>;
  /** Default: `KEY_VARIABLE`. */
  key?: string;
};

/** A call of the API as a curl command that runs as printed. */
export function curlCommand({ method, url, body, key = `$${KEY_VARIABLE}`, headers }: CurlCall): string {
  const sent = headers ?? (body === undefined ? {} : { "Content-Type": "application/json" });
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    // In double quotes a shell expands the variable.
    `-H "Authorization: Bearer ${key}"`,
    ...Object.entries(sent).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // Not -d, which reads a body that starts with @ as a file name.
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** Quoted so that a shell changes nothing. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
