import { errorResponse } from "@/lib/api/failures";
import { NotFound } from "@/lib/platform/errors";

const nothing = (): Response => errorResponse(new NotFound("There is nothing at this path"));

// Programs look here, so the 404 is JSON.
export {
  nothing as DELETE,
  nothing as GET,
  nothing as HEAD,
  nothing as OPTIONS,
  nothing as PATCH,
  nothing as POST,
  nothing as PUT,
};
