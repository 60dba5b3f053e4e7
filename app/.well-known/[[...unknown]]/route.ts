import { errorResponse } from "@/lib/api/error-answer";
import { NotFound } from "@/lib/platform/errors";

const nothing = (): Response => errorResponse(new NotFound("There is nothing at this path"));

// It is programs that look here: what the service does not have, it says in their words.
export {
  nothing as DELETE,
  nothing as GET,
  nothing as HEAD,
  nothing as OPTIONS,
  nothing as PATCH,
  nothing as POST,
  nothing as PUT,
};
