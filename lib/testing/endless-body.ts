const PIECE = new Uint8Array(16 * 1024).fill(97);

/** A body without a length that goes on for as long as somebody reads, and how much of it was taken. */
export function endlessBody() {
  let sent = 0;
  let canceled = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (sent > 1024 * PIECE.byteLength) throw new Error("an endless body was read for 16 MB");
        sent += PIECE.byteLength;
        controller.enqueue(PIECE.slice());
      },
      cancel() {
        canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, pieceBytes: PIECE.byteLength, sent: () => sent, canceled: () => canceled };
}
