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
