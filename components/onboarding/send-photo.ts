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
