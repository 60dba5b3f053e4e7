/** A CSV download with this file name. */
export const csvResponse = (name: string, stream: ReadableStream<Uint8Array>): Response =>
  new Response(stream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
