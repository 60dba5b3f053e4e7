import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readPhoto } from "./read-photo";

afterEach(() => void vi.useRealTimers());

/** No other upload waits. */
const calm = () => false;

async function formOf(fill: (form: FormData) => void) {
  const form = new FormData();
  fill(form);
  const written = new Response(form);
  return { bytes: Buffer.from(await written.arrayBuffer()), type: written.headers.get("content-type") ?? "" };
}

const requestOf = (body: BodyInit, type: string) =>
  new Request("http://localhost/", { method: "POST", headers: { "content-type": type }, body, ...{ duplex: "half" } });
const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'p";name="photo.jpg');
const tricky = new TextEncoder().encode("\r\n--\r\n\r\nname=photo\r\n----\r\n");

describe("a form's photo", () => {
  it("is found among other fields, byte for byte", async () => {
    for (const bytes of [tricky, crypto.getRandomValues(new Uint8Array(60_000)), new Uint8Array([13, 10])]) {
      const form = await formOf((it) => {
        it.set("kind", "person");
        it.set("photograph", file(new Uint8Array([1, 2, 3])));
        it.append("photo", file(new Uint8Array()));
        it.append("photo", file(bytes));
        it.append("photo", file(new Uint8Array([4])));
      });
      const arrived = await readPhoto(requestOf(new Uint8Array(form.bytes), form.type), form.bytes.length, calm);
      expect("file" in arrived && arrived.file.equals(bytes)).toBe(true);
    }
  });

  it("comes with the name that its sender gave it", async () => {
    const form = await formOf((it) => it.set("hashes", new File([tricky], "Liste für März.csv")));
    const arrived = await readPhoto(requestOf(new Uint8Array(form.bytes), form.type), form.bytes.length, calm);
    expect(arrived).toMatchObject({ name: "Liste für März.csv" });
  });

  it("is read with a quoted or an unquoted boundary", async () => {
    const body = '--a b\r\nContent-Disposition: form-data; name="photo"\r\n\r\nxyz\r\n--a b--\r\n';
    const quoted = await readPhoto(
      requestOf(body, 'multipart/form-data; charset=utf-8; boundary="a b"'),
      body.length,
      calm,
    );
    expect("file" in quoted && quoted.file.toString()).toBe("xyz");
  });

  it("is incomplete without the form's end", async () => {
    const form = await formOf((it) => it.set("photo", file(new Uint8Array(1000))));
    for (let cut = 1; cut < form.bytes.length - 4; cut += 7) {
      const part = new Uint8Array(form.bytes.subarray(0, cut));
      expect(await readPhoto(requestOf(part, form.type), cut, calm)).toEqual({ problem: "interrupted" });
    }
  });

  it("is missing when no field contains one", async () => {
    const form = await formOf((it) => it.set("other", file(tricky)));
    const request = requestOf(new Uint8Array(form.bytes), form.type);
    expect(await readPhoto(request, form.bytes.length, calm)).toEqual({ problem: "empty" });
  });
});

describe("a slow sender", () => {
  beforeEach(() => void vi.useFakeTimers());

  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const type = "multipart/form-data; boundary=x";

  /** Sends the first bytes at once, then a part at each interval. */
  function drip({ first = 0, bytes, everyMs }: { first?: number; bytes: number; everyMs: number }) {
    let begun = first === 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          if (begun) await wait(everyMs);
          controller.enqueue(new Uint8Array(begun ? bytes : first).fill(45));
          begun = true;
        },
      },
      { highWaterMark: 0 },
    );
  }

  async function givenUpAfter(sent: Parameters<typeof drip>[0], isWanted = calm): Promise<number> {
    const began = Date.now();
    let ended = 0;
    const arrived = readPhoto(requestOf(drip(sent), type), 15_000_000, isWanted).then((result) => {
      ended = Date.now();
      return result;
    });
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await arrived).toEqual({ problem: "too_slow" });
    return ended - began;
  }

  it("is cut off after 15 seconds of silence, even if most of the photo arrived", async () => {
    expect(await givenUpAfter({ first: 1_000_000, bytes: 100_000, everyMs: 16_000 })).toBe(15_000);
  });

  it("is cut off after the first 15 seconds when it sends only single bytes", async () => {
    expect(await givenUpAfter({ bytes: 1, everyMs: 1000 })).toBe(15_000);
    expect(await givenUpAfter({ bytes: 1, everyMs: 10_000 })).toBe(15_000);
  });

  it("is cut off once the average falls below 4 KB a second", async () => {
    expect(await givenUpAfter({ first: 40 * 4096 - 39, bytes: 1, everyMs: 1000 })).toBe(41_000);
  });

  it("must send eight times as fast while another upload waits", async () => {
    const steady = { bytes: 20_000, everyMs: 1000 };
    expect(await givenUpAfter(steady)).toBe(120_000);
    expect(await givenUpAfter(steady, () => true)).toBe(15_000);
    expect(await givenUpAfter({ bytes: 40_000, everyMs: 1000 }, () => true)).toBe(120_000);
    const began = Date.now();
    expect(await givenUpAfter(steady, () => Date.now() - began > 60_000)).toBe(61_000);
  });

  it("is cut off after two minutes", async () => {
    expect(await givenUpAfter({ bytes: 5000, everyMs: 900 })).toBe(120_000);
  });

  it("can send a small photo", async () => {
    vi.useRealTimers();
    const form = await formOf((it) => it.set("photo", file(new Uint8Array(400_000))));
    vi.useFakeTimers();
    let at = 0;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          // Nothing for ten seconds, like a connection that wakes up.
          await wait(at === 0 ? 10_000 : 1000);
          const end = at + (at === 0 ? 30_000 : 10_000);
          controller.enqueue(new Uint8Array(form.bytes.subarray(at, end)));
          at = end;
          if (at >= form.bytes.length) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const arrived = readPhoto(requestOf(stream, form.type), form.bytes.length, calm);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await arrived).toMatchObject({ file: { length: 400_000 } });
  });
});
