import { unknownRoute } from "@/lib/api/keyed-call";

// Unknown paths, under a plain `next start` only. Our own server answers them without Next.
export {
  unknownRoute as DELETE,
  unknownRoute as GET,
  unknownRoute as OPTIONS,
  unknownRoute as PATCH,
  unknownRoute as POST,
  unknownRoute as PUT,
};
