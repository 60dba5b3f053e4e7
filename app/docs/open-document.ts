/** A description of the API for programs: public, cached briefly, and readable by pages of any origin. */
export const openDocument = (document: object, type = "application/json"): Response =>
  new Response(JSON.stringify(document), {
    headers: { "Content-Type": type, "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
