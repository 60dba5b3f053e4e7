import { webUpload } from "@/lib/api/server/receive-upload";

// Under a plain `next start`. Our own server answers it without coming here.
export {
  webUpload as DELETE,
  webUpload as GET,
  webUpload as OPTIONS,
  webUpload as PATCH,
  webUpload as POST,
  webUpload as PUT,
};
