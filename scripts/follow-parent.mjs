// Loaded into the server before its own code: when the process that supervises it is gone without a word, the server
// stops as if it had been told to, instead of holding the port for ever.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
