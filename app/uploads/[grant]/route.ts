import { webUpload } from "@/lib/api/server/receive-upload";

// Under a plain `next start` only. Our own server answers uploads without Next.
export {
  webUpload as DELETE,
  webUpload as GET,
  webUpload as OPTIONS,
  webUpload as PATCH,
  webUpload as POST,
  webUpload as PUT,
};
