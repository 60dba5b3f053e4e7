import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

// Runs the program it is given, and listens before that program does: when the process that supervises it is gone without
// a word, the program stops as if it had been told to, instead of holding the port for ever. It is the main module and
// not a preloaded one: every process that the program forks would preload it as well, let go of its own channel, and end
// before it was told what to do. Next asks such a process about each page with a dynamic segment while developing.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
await import(pathToFileURL(resolve(process.argv[2])).href);
