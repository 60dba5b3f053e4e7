import { afterEach, describe, expect, it, vi } from "vitest";
import { readPhoto } from "./read-photo";

afterEach(() => void vi.useRealTimers());

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
      const arrived = await readPhoto(requestOf(new Uint8Array(form.bytes), form.type), form.bytes.length);
      expect("file" in arrived && arrived.file.equals(bytes)).toBe(true);
    }
  });

  it("may be named with quotes around the boundary, or none", async () => {
    const body = '--a b\r\nContent-Disposition: form-data; name="photo"\r\n\r\nxyz\r\n--a b--\r\n';
    const quoted = await readPhoto(requestOf(body, 'multipart/form-data; charset=utf-8; boundary="a b"'), body.length);
    expect("file" in quoted && quoted.file.toString()).toBe("xyz");
  });

  it("is not whole without the form's end", async () => {
    const form = await formOf((it) => it.set("photo", file(new Uint8Array(1000))));
    for (let cut = 1; cut < form.bytes.length - 4; cut += 7) {
      const part = new Uint8Array(form.bytes.subarray(0, cut));
      expect(await readPhoto(requestOf(part, form.type), cut)).toEqual({ problem: "interrupted" });
    }
  });

  it("is missing where no field holds one", async () => {
    const form = await formOf((it) => it.set("other", file(tricky)));
    const request = requestOf(new Uint8Array(form.bytes), form.type);
    expect(await readPhoto(request, form.bytes.length)).toEqual({ problem: "empty" });
  });
});

describe("a slow sender", () => {
  /** Sends one byte in each of so many milliseconds. */
  const drip = (everyMs: number) =>
    new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          await new Promise((resolve) => setTimeout(resolve, everyMs));
          controller.enqueue(new Uint8Array([45]));
        },
      },
      { highWaterMark: 0 },
    );
  const type = "multipart/form-data; boundary=x";

  async function givenUpAfter(everyMs: number): Promise<number> {
    vi.useFakeTimers();
    const began = Date.now();
    let ended = 0;
    const arrived = readPhoto(requestOf(drip(everyMs), type), 15_000_000).then((result) => {
      ended = Date.now();
      return result;
    });
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await arrived).toEqual({ problem: "too_slow" });
    return ended - began;
  }

  it("who falls silent is given up after 15 seconds", async () => {
    expect(await givenUpAfter(16_000)).toBe(15_000);
  });

  it("who never ends is given up after two minutes", async () => {
    expect(await givenUpAfter(1000)).toBe(120_000);
  });
});
