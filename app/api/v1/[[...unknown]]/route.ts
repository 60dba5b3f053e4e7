import { unknownRoute } from "@/lib/api/keyed-call";

// Under a plain `next start`: what no other route answers. Our own server answers it without coming here.
export {
  unknownRoute as DELETE,
  unknownRoute as GET,
  unknownRoute as OPTIONS,
  unknownRoute as PATCH,
  unknownRoute as POST,
  unknownRoute as PUT,
};
