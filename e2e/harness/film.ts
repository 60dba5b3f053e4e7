import type { Page } from "@playwright/test";

/** A film of a second and a half, recorded by the browser itself. Leaves the page where it is. */
export async function recordFilm(page: Page, mimeType: "video/webm"): Promise<Buffer> {
  const bytes = await page.evaluate(async (type) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 48 });
    const paint = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: type });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start();
    for (let frame = 0; frame < 15 && paint; frame++) {
      paint.fillStyle = `hsl(${frame * 24} 80% 50%)`;
      paint.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise((drawn) => setTimeout(drawn, 100));
    }
    const over = new Promise((stopped) => recorder.addEventListener("stop", stopped));
    recorder.stop();
    await over;
    return Array.from(new Uint8Array(await new Blob(parts).arrayBuffer()));
  }, mimeType);
  return Buffer.from(bytes);
}
