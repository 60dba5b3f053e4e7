import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Ceremony, deviceName, oneCeremony } from "./passkey-ceremony";

it.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 Edg/153.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.14.1", "An unknown browser"],
  [null, "An unknown browser"],
])("names the browser and system of %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

/** A browser and a server whose ceremonies the test ends. */
function stage() {
  const begun: { autofill: boolean; signal: AbortSignal; end: (to: string | Error) => void; over: boolean }[] = [];
  const done: string[] = [];
  const run: Ceremony<string> = (how) =>
    new Promise((resolve, reject) => {
      const end = (to: string | Error) => {
        one.over = true;
        if (typeof to === "string") resolve(to);
        else reject(to);
      };
      const one = { ...how, end, over: false };
      begun.push(one);
    });
  return { begun, done, at: (index: number) => begun[index] ?? expect.fail(`no ceremony ${index}`), run };
}

describe("one ceremony at a time", () => {
  it("starts the button's only after the quiet one has ended, however slowly", async () => {
    const { begun, done, at, run } = stage();
    const ceremony = oneCeremony(run, (to) => done.push(to));
    ceremony.wait();
    const pressed = ceremony.press();
    await setImmediate();
    expect(at(0).signal.aborted).toBe(true);
    expect(begun).toHaveLength(1);
    at(0).end(new Error("aborted"));
    await setImmediate();
    expect(begun.map(({ autofill }) => autofill)).toEqual([true, false]);
    at(1).end("/portal");
    await pressed;
    expect(done).toEqual(["/portal"]);
  });

  it("doesn't navigate for a quiet one that the button ended too late", async () => {
    const { done, at, run } = stage();
    const ceremony = oneCeremony(run, (to) => done.push(to));
    ceremony.wait();
    const pressed = ceremony.press();
    at(0).end("/from-the-field");
    await setImmediate();
    at(1).end("/from-the-button");
    await pressed;
    expect(done).toEqual(["/from-the-button"]);
  });

  it("waits in the field again after the button failed, and says what went wrong", async () => {
    const { begun, done, at, run } = stage();
    const ceremony = oneCeremony(run, (to) => done.push(to));
    ceremony.wait();
    const pressed = ceremony.press();
    at(0).end(new Error("aborted"));
    await setImmediate();
    at(1).end(new Error("closed"));
    await expect(pressed).rejects.toThrow("closed");
    expect(begun.map(({ autofill }) => autofill)).toEqual([true, false, true]);
    at(2).end("/portal");
    await setImmediate();
    expect(done).toEqual(["/portal"]);
  });

  it("runs one for two presses, and none in the field of a closed page", async () => {
    const { begun, at, run } = stage();
    const ceremony = oneCeremony(run, () => {});
    const presses = [ceremony.press(), ceremony.press()];
    ceremony.wait();
    await setImmediate();
    expect(begun).toHaveLength(1);
    const left = ceremony.leave();
    at(0).end(new Error("closed"));
    await Promise.allSettled(presses);
    await left;
    expect(begun).toHaveLength(1);
  });
});
