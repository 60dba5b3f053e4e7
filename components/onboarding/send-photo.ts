const OFFLINE = "The photo did not get through. Look at your connection and send it again.";
const BROKEN = "Something went wrong on our side. Send the photo again.";
const WAIT_SECONDS_MAX = 30;

type Answer = { status: number; message: string | null; retryAfterSeconds: number };

/** The largest photo that is taken, in bytes, and what the person reads of a larger one. */
export type LargestPhoto = { bytes: number; refusal: string };

type Sending = { address: string; photo: Blob; largest: LargestPhoto; onPart: (part: number) => void };

let before: Promise<unknown> = Promise.resolve();

/**
 * Post one photo and tell how far it is, from 0 to 1. Resolves to null, or to what the person should read. Photos that are
 * chosen while one is on its way wait for it: on a slow phone two at once are both slower, and only one of them is taken.
 */
export function sendPhoto({ address, photo, largest, onPart }: Sending): Promise<string | null> {
  if (photo.size > largest.bytes) return Promise.resolve(largest.refusal);
  const sent = before.then(() => sendTwice(address, photo, onPart));
  before = sent;
  return sent;
}

// A server with many photos on its way says when to come back; once, the person need not do it themselves.
async function sendTwice(address: string, photo: Blob, onPart: (part: number) => void): Promise<string | null> {
  let answer = await post(address, photo, onPart);
  if (answer?.status === 503) {
    onPart(0);
    const seconds = Math.min(answer.retryAfterSeconds, WAIT_SECONDS_MAX);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    answer = await post(address, photo, onPart);
  }
  if (!answer) return OFFLINE;
  return answer.status === 200 ? null : (answer.message ?? BROKEN);
}

/** Null when nothing came back. */
function post(address: string, photo: Blob, onPart: (part: number) => void): Promise<Answer | null> {
  const form = new FormData();
  form.set("photo", photo, "photo");
  // fetch cannot tell how much of a body has gone; on a slow phone that is the one thing to know.
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        message: messageIn(request.response),
        retryAfterSeconds: Number(request.getResponseHeader("Retry-After")) || WAIT_SECONDS_MAX,
      });
    request.onerror = () => resolve(null);
    request.ontimeout = () => resolve(null);
    request.send(form);
  });
}

function messageIn(response: unknown): string | null {
  const message: unknown = response && typeof response === "object" ? Reflect.get(response, "message") : null;
  return typeof message === "string" ? message : null;
}

const LONG_SIDE = 3000;
const WORTH_IT_BYTES = 2 * 2 ** 20;
const QUALITY = 0.9;

/**
 * A large photo, made as small as it will be kept anyway: a slow connection should not carry what is thrown away on
 * arrival. Whatever goes wrong, the photo as it is.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size < WORTH_IT_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const small = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return small && small.size > 0 && small.size < file.size ? small : file;
  } catch {
    return file;
  }
}
