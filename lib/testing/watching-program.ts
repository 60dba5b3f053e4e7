import { Readable } from "node:stream";
import { framesOf } from "@/lib/platform/pictures/frames";

// Takes a video's frames, for a test that kills it meanwhile. Prints each frame's second.

const video = Readable.from([Buffer.alloc(1_000_000)]);
for await (const { second } of framesOf(video, { mimeType: "video/mp4" })) process.stdout.write(`frame ${second}\n`);
