import { afterEach, describe, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { captureConsole } from "./console-lines";

const release = captureConsole();
afterEach(() => vi.restoreAllMocks());

/** What the log was given while `say` ran. */
function logged(say: () => void): { level: string; line: string }[] {
  const lines: { level: string; line: string }[] = [];
  for (const level of ["debug", "info", "warn", "error"] as const) {
    vi.spyOn(log, level).mockImplementation(
      (...said: unknown[]) => void lines.push({ level, line: String(said.at(-1)) }),
    );
  }
  say();
  return lines;
}

describe("what Next writes to the console", () => {
  it("is a line of the log, of the same weight", () => {
    const lines = logged(() => {
      console.log("ready %s in %d ms", "x", 3);
      console.info("i");
      console.debug("d");
      console.warn("w", { a: 1 });
      console.error("e");
      console.trace("t");
    });
    expect(lines).toEqual([
      { level: "info", line: "ready x in 3 ms" },
      { level: "info", line: "i" },
      { level: "debug", line: "d" },
      { level: "warn", line: "w { a: 1 }" },
      { level: "error", line: "e" },
      { level: "debug", line: "t" },
    ]);
  });

  it("forges no line of its own, and colors nothing", () => {
    const [line] = logged(() => console.error(" \u001b[31m⨯\u001b[39m", '/portal\n{"level":"fatal","msg":"forged"}'));
    expect(line?.line).toBe('⨯ /portal\n{"level":"fatal","msg":"forged"}');
    expect(JSON.stringify({ msg: line?.line }).split("\n")).toHaveLength(1);
  });

  it("has the stack of what failed, and no token in it", () => {
    const [line] = logged(() =>
      console.error(
        new Error("The requested resource isn't a valid image for /onboard/Yk3n0Zt8mJw5q1rX7uVb?token=t0ken"),
      ),
    );
    expect(line?.level).toBe("error");
    expect(line?.line).toMatch(/for \/onboard\/\[redacted\]\?token=\[redacted\]\n {4}at /);
  });

  it("is cut when it is too long", () => {
    const [line] = logged(() => console.error("x".repeat(100_000)));
    expect(line?.line).toHaveLength(8_000);
  });

  it("goes to the console again once it is released", () => {
    release();
    expect(logged(() => console.debug("d"))).toEqual([]);
  });
});
