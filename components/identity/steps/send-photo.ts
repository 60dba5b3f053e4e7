const OFFLINE = "We couldn’t receive the photo. Check your connection and send it again.";
const BROKEN = "Something went wrong on our side. Send the photo again.";
const WAIT_SECONDS_MAX = 30;

type Answer = { status: number; message: string | null; retryAfterSeconds: number };

/** The largest accepted photo in bytes, and the message for a larger one. */
export type LargestPhoto = { bytes: number; refusal: string };

type Upload = { address: string; photo: Blob; largest: LargestPhoto; onPart: (part: number) => void };

let before: Promise<unknown> = Promise.resolve();

/**
 * Posts one photo and reports progress from 0 to 1. Resolves to null or an error message. Photos go one after the
 * other: on a slow phone, parallel uploads slow each other down, and the server accepts only one.
 */
export function sendPhoto({ address, photo, largest, onPart }: Upload): Promise<string | null> {
  if (photo.size > largest.bytes) return Promise.resolve(largest.refusal);
  const sent = before.then(() => sendTwice(address, photo, onPart));
  before = sent;
  return sent;
}

// A busy server says when to retry. Retry once, so that the person doesn't have to.
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

/** Null if there was no response. */
function post(address: string, photo: Blob, onPart: (part: number) => void): Promise<Answer | null> {
  const form = new FormData();
  form.set("photo", photo, "photo");
  // fetch reports no upload progress, which people with slow phones need.
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

/** Shrinks a large photo to the size we store, which saves slow connections time. On any failure, returns it unchanged. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
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
