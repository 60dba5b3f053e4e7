import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Runs a program and stops it when its supervisor dies, so that it doesn't keep the port. It is the main module and not
// a preload, because preloads also run in forked children, such as Next's workers, and would end them early.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
await import(pathToFileURL(resolve(process.argv[2])).href);
