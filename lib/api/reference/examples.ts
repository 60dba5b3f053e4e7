/** A call as the examples make it. */
export type ExampleCall = {
  method: string;
  /** With the path's parameters filled in, and the query, if any. */
  url: string;
  /** A JSON value; undefined for a call without a body. */
  body?: unknown;
};

/** One call in the languages of the reference. Each example runs as it stands, with nothing to install. */
export function examplesOf(call: ExampleCall): { curl: string; node: string; python: string } {
  return { curl: curl(call), node: node(call), python: python(call) };
}

const curl = ({ method, url, body }: ExampleCall): string =>
  curlCommand({ method, url, body: body === undefined ? undefined : indented(JSON.stringify(body, null, 2)) });

function node({ method, url, body }: ExampleCall): string {
  const options = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(javascript(body))}),`]),
  ];
  return `const response = await fetch(${JSON.stringify(url)}, {
${options.join("\n")}
});
const result = await response.json();
if (!response.ok) throw new Error(\`\${response.status}: \${result.error}\`);
console.log(result);`;
}

/** JSON as a person writes it in JavaScript: names bare where they can be. */
const javascript = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, "$1$2:");

function python({ method, url, body }: ExampleCall): string {
  const parts = [
    `    ${JSON.stringify(url)},`,
    ...(method === "GET" ? [] : [`    method=${JSON.stringify(method)},`]),
    `    headers={"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"${body === undefined ? "" : ', "Content-Type": "application/json"'}},`,
    ...(body === undefined ? [] : [`    data=json.dumps(${indented(pythonLiteral(body), "    ")}).encode(),`]),
  ];
  return `import json
import os
from urllib.request import Request, urlopen

request = Request(
${parts.join("\n")}
)
with urlopen(request) as response:
    print(json.load(response))`;
}

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

const indented = (text: string, by = "  "): string => text.replaceAll("\n", `\n${by}`);

/** The environment variable that every example takes the key from. */
export const KEY_VARIABLE = "API_KEY";

type CurlCall = {
  method: string;
  url: string;
  /** As it is sent; undefined for a call without a body. */
  body?: string;
  /** JSON's content type for a body, when left out. */
  headers?: Readonly<Record<string, string>>;
  /** Taken from `KEY_VARIABLE` when left out. */
  key?: string;
};

/** A call of the API as a curl command, which runs as it stands. */
export function curlCommand({ method, url, body, key = `$${KEY_VARIABLE}`, headers }: CurlCall): string {
  const sent = headers ?? (body === undefined ? {} : { "Content-Type": "application/json" });
  const lines = [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`,
    // In double quotes a shell fills in the variable.
    `-H "Authorization: Bearer ${key}"`,
    ...Object.entries(sent).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // Not -d, which takes a body that begins with @ for the name of a file.
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ];
  return lines.join(" \\\n  ");
}

/** In single quotes, where a shell changes nothing. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
