const BYTES_MAX = 15 * 2 ** 20;
const OFFLINE = "The photo did not get through. Look at your connection and send it again.";

/** Post one photo and tell how far it is, from 0 to 1. Resolves to null, or to what the person should read. */
export function sendPhoto(address: string, photo: Blob, onPart: (part: number) => void): Promise<string | null> {
  if (photo.size > BYTES_MAX) {
    return Promise.resolve("The photo is larger than 15 MB. Take it again, or choose a smaller size.");
  }
  const form = new FormData();
  form.set("photo", photo, "photo");
  // fetch cannot tell how much of a body has gone; on a slow phone that is the one thing to know.
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onPart(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(request.status === 200 ? null : messageIn(request.response));
    request.onerror = () => resolve(OFFLINE);
    request.ontimeout = () => resolve(OFFLINE);
    request.send(form);
  });
}

function messageIn(response: unknown): string {
  const message: unknown = response && typeof response === "object" ? Reflect.get(response, "message") : null;
  return typeof message === "string" ? message : "Something went wrong on our side. Send the photo again.";
}
