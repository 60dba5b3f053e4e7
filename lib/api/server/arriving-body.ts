import { Readable } from "node:stream";
import { AppError } from "@/lib/platform/errors";

const IDLE_MS = 30_000;
// Each holds up to 64 KB. They are handed on one by one as they came: joined, they would be in memory twice.
const BUFFERED_PIECES = 4;

/**
 * The body of a request as it arrives. Fails with 408 when the caller sends nothing for half a minute while more is wanted
 * of it, and with 400 when the connection ends before the body does. Giving it up leaves the connection open, so that the
 * caller can still be answered.
 */
export function arrivingBody(message: Readable): Readable {
  let wanted = true;
  const late = setTimeout(() => {
    if (wanted) body.destroy(new AppError(408, "Nothing more of the file arrived for half a minute"));
  }, IDLE_MS);
  const want = (more: boolean) => {
    wanted = more;
    if (more) message.resume();
    else message.pause();
  };
  const body = new Readable({
    objectMode: true,
    highWaterMark: BUFFERED_PIECES,
    read() {
      if (wanted) return;
      late.refresh();
      want(true);
    },
    destroy(error, done) {
      clearTimeout(late);
      message.off("data", take).off("end", end).off("error", breakOff).off("close", breakOff).pause();
      done(error);
    },
  });
  const take = (chunk: Buffer) => {
    late.refresh();
    if (!body.push(chunk)) want(false);
  };
  const end = () => {
    clearTimeout(late);
    message.off("error", breakOff).off("close", breakOff);
    body.push(null);
  };
  const breakOff = () => body.destroy(new AppError(400, "The connection ended before the file did"));
  // It may fail before anybody reads it; who reads it then is told all the same.
  body.on("error", () => undefined);
  message.on("data", take).once("end", end).once("error", breakOff).once("close", breakOff);
  return body;
}
