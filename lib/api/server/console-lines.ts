import { format, stripVTControlCharacters } from "node:util";
import { redactText } from "@/lib/api/request-log/redact";
import { log } from "@/lib/platform/log";
import { isUnreadAction } from "@/lib/platform/request-context";

const LINE_MAX = 8_000;
const LEVELS = { log: "info", info: "info", debug: "debug", trace: "debug", warn: "warn", error: "error" } as const;
type Method = keyof typeof LEVELS;

/**
 * Sends what Next writes to the console through our log instead: one JSON object a line, tokens redacted, whatever a caller
 * put into the URL. Returns a function that undoes it.
 */
export function captureConsole(): () => void {
  const methods = Object.keys(LEVELS) as Method[];
  const former = methods.map((method) => [method, console[method]] as const);
  for (const method of methods) {
    console[method] = (...said: unknown[]) => {
      const text = redactText(stripVTControlCharacters(format(...said)).trim()).slice(0, LINE_MAX);
      // What Next can't decode is the caller's mistake: worth a line, but neither an error nor a stack.
      if (isUnreadAction()) log.warn(`a server action's arguments can't be read: ${text.split("\n")[0]}`);
      else log[LEVELS[method]](text);
    };
  }
  return () => {
    for (const [method, own] of former) console[method] = own;
  };
}
