/**
 * PUTs a file where the service said, and tells which share of it is there. Resolves to what is wrong, in words. Not by
 * `fetch`, which does not say how far it is.
 */
export function sendFile(path: string, file: File, tell: (share: number) => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => tell(total > 0 ? loaded / total : 0);
    request.onerror = () => resolve("The upload broke off. Try again.");
    request.onload = () => resolve(request.status < 300 ? undefined : said(request.responseText));
    request.open("PUT", path);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(file);
  });
}

function said(body: string): string {
  try {
    const { error } = JSON.parse(body);
    if (typeof error === "string") return `${error}.`;
  } catch {
    // Whatever stands between us and the service may answer with a page of its own.
  }
  return "The upload was not taken. Try again.";
}
