const BODY_MS = 120_000;
const QUIET_MS = 15_000;
// A slow phone sends ten times as much. The first seconds don't count, because uploads start slowly.
const GRACE_SECONDS = 15;
const BYTES_PER_SECOND_MIN = 4 * 1024;
// Even a slow phone is faster than this.
const CONTENDED_BYTES_PER_SECOND_MIN = 32 * 1024;
const FIELD = /;\s*name="(?:photo|order|hashes)"/i;
const NAME = /;\s*filename="([^"]*)"/i;

/** The uploaded photo, order or list of hashes with the name that its sender gave it, or why there is none. */
type PhotoUpload = { file: Buffer; name: string } | { problem: "empty" | "interrupted" | "too_slow" };

/**
 * Reads the photo from a multipart form of a known length into one buffer of that length; the usual parser needs three times
 * the memory. It gives up after 15 seconds of silence, below 4 KB a second on average (32 KB while another upload waits), or
 * after two minutes.
 */
export async function readPhoto(request: Request, length: number, isWanted: () => boolean): Promise<PhotoUpload> {
  const boundary = /^multipart\/form-data;.*\bboundary=(?:"([^"]+)"|([^\s;]+))/i.exec(
    request.headers.get("content-type") ?? "",
  );
  if (!boundary || !request.body) return { problem: "interrupted" };
  const body = await readBody(request.body, length, isWanted);
  if (!Buffer.isBuffer(body)) return { problem: body };
  const found = fileIn(body, boundary[1] ?? boundary[2] ?? "");
  if (!found) return { problem: "interrupted" };
  return found.file.length > 0 ? found : { problem: "empty" };
}

// A failed body is not canceled, because that would close the connection before the answer is sent.
async function readBody(
  body: ReadableStream<Uint8Array>,
  length: number,
  isWanted: () => boolean,
): Promise<Buffer | "interrupted" | "too_slow"> {
  // Uninitialized, so that the system allocates memory only as bytes arrive.
  const bytes = Buffer.allocUnsafe(length);
  const reader = body.getReader();
  const { tooSlow, moved, stop } = watchSpeed(isWanted);
  let at = 0;
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), tooSlow]);
      if (part === "too_slow") return part;
      if (part.done) return at === length ? bytes : "interrupted";
      if (at + part.value.length > length) return "interrupted";
      bytes.set(part.value, at);
      at += part.value.length;
      moved(part.value.length);
    }
  } catch {
    return "interrupted";
  } finally {
    stop();
  }
}

function watchSpeed(isWanted: () => boolean) {
  const { promise, resolve } = Promise.withResolvers<"too_slow">();
  const giveUp = () => resolve("too_slow");
  let arrived = 0;
  let seconds = 0;
  const checkSpeed = () => {
    seconds++;
    const least = isWanted() ? CONTENDED_BYTES_PER_SECOND_MIN : BYTES_PER_SECOND_MIN;
    if (seconds >= GRACE_SECONDS && arrived < seconds * least) giveUp();
  };
  const whole = setTimeout(giveUp, BODY_MS);
  const quiet = setTimeout(giveUp, QUIET_MS);
  // Counts ticks and not wall-clock time, so that a busy process doesn't blame the sender.
  const ticks = setInterval(checkSpeed, 1000);
  return {
    tooSlow: promise,
    moved: (bytes: number) => {
      arrived += bytes;
      quiet.refresh();
    },
    stop: () => {
      clearTimeout(whole);
      clearTimeout(quiet);
      clearInterval(ticks);
    },
  };
}

/** The first file that isn't empty. The form without scripts has one input for the camera and one for a file. */
function fileIn(form: Buffer, boundary: string): { file: Buffer; name: string } | null {
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  let [file, name]: [Buffer, string] = [Buffer.alloc(0), ""];
  let from = delimiter.length - 2;
  if (!form.subarray(0, from).equals(delimiter.subarray(2))) return null;
  while (form.toString("latin1", from, from + 2) !== "--") {
    const content = form.indexOf("\r\n\r\n", from) + 4;
    const end = form.indexOf(delimiter, content);
    if (content < 4 || end < 0) return null;
    const header = form.toString("utf8", from, content);
    if (file.length === 0 && FIELD.test(header)) {
      [file, name] = [form.subarray(content, end), NAME.exec(header)?.[1] ?? ""];
    }
    from = end + delimiter.length;
  }
  return { file, name };
}
